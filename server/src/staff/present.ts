import type { OfficeSession } from '@portal/contract/office/session';
import { rightsOf } from '@portal/contract/rights';
import { stageOf } from './rules.ts';
import type { LiveSession } from './sessions.ts';

/** Until somebody is signed in, roles and rights are nobody's business. */
export const presentSession = (session: LiveSession, secondFactorOptional: boolean): OfficeSession => {
  const stage = stageOf(session, !secondFactorOptional);
  const { totp, passkeys, recoveryCodes, name, email, grants } = session;
  return {
    stage,
    factors: { totp, passkeys, recoveryCodes },
    secondFactorOptional,
    name,
    email,
    roles: stage === 'in' ? [...grants] : [],
    can: stage === 'in' ? rightsOf(grants) : [],
  };
};
