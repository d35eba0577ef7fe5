import * as contract from '@portal/contract/office/session';
import { AnswerWithHeaders } from '../platform/http.ts';
import type { Services } from '../platform/services.ts';
import { dropToken, keepToken } from './cookie.ts';
import type { OfficeRoutes, Visitor } from './gate.ts';
import { presentSession } from './present.ts';
import { proveCode } from './prove-code.ts';
import { endSessionOf, findSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

/** The session of a token that was just given out, with the cookie that brings it back. */
const enter = async ({ db, config }: Services, { cookie }: Visitor, token: string, now: Date) => {
  const session = await findSession(db, token, now);
  if (!session) throw new Error('a session ended as it began');
  const answer = presentSession(session, config.staffSecondFactor === 'optional');
  return new AnswerWithHeaders(answer, keepToken(cookie, token));
};

export const staffOfficeRoutes: OfficeRoutes = (serve, services) => {
  const { db, config } = services;
  const isOptional = config.staffSecondFactor === 'optional';

  serve(contract.signIn, async ({ body, actor, address, now }) => {
    const device = { address, userAgent: actor.userAgent };
    const token = await signIn(db, body, { device, factorRequired: !isOptional, now });
    return enter(services, actor, token, now);
  });

  serve(contract.proveCode, async ({ body, actor, address, now }) =>
    enter(services, actor, await proveCode(db, body, { actor, address, now }), now),
  );

  serve(contract.currentSession, async ({ actor }) => presentSession(actor, isOptional));

  serve(contract.signOut, async ({ actor }) => {
    if (actor.token !== null) await endSessionOf(db, actor.token);
    return new AnswerWithHeaders({ message: '已登出' }, dropToken(actor.cookie));
  });
};
