import type { OfficeSession } from '@portal/contract/office/staff';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { Services } from '../../platform/services.ts';
import type { Added } from '../factors/set-up-totp.ts';
import type { Visitor } from '../gate.ts';
import { presentSession } from '../present.ts';
import { keepToken } from './cookie.ts';
import { findSession } from './sessions.ts';

export const sessionAnswer = ({ db, config }: Services) => {
  const sessionOf = async (token: string, now: Date): Promise<OfficeSession> => {
    const session = await findSession(db, token, now);
    if (!session) throw new Error('a session ended as it began');
    return presentSession(session, config.staffSecondFactor === 'optional');
  };
  return async ({ cookie }: Visitor, token: string, now: Date) =>
    new AnswerWithHeaders(await sessionOf(token, now), keepToken(cookie, token));
};

export const factorAnswer = (services: Services) => {
  const enter = sessionAnswer(services);
  return async (visitor: Visitor, { token, recoveryCodes }: Added, now: Date) => {
    const { answer, headers } = await enter(visitor, token, now);
    return new AnswerWithHeaders({ session: answer, recoveryCodes }, headers);
  };
};
