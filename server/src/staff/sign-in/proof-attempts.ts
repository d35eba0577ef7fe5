import type { Try } from '../../accounts/sign-in/sign-in-budget.ts';
import type { KnownStaff } from '../actors.ts';

export interface SessionOwner extends KnownStaff {
  readonly sessionId: number;
  /** Null while the second factor is due. */
  readonly confirmedAt: Date | null;
}

/** A session that is signed in has a budget of its own, so nobody else can use it up. */
export const attemptOfSession = (
  secret: 'password' | 'code',
  { staffId, sessionId }: SessionOwner,
  now: Date,
): Try => {
  const session = `${secret} of session ${sessionId}`;
  return { account: session, address: session, staff: { id: staffId }, now };
};

export const attemptOfCode = (owner: SessionOwner, { address, now }: { address: string; now: Date }): Try => {
  if (owner.confirmedAt) return attemptOfSession('code', owner, now);
  return { account: `code ${owner.staffId}`, address, staff: { id: owner.staffId }, now };
};
