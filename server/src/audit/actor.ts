import type { Trainee } from '../accounts/actors.ts';
import type { KnownStaff } from '../staff/actors.ts';

/** `system` is a job, or an operator at the machine. */
export type Actor = Trainee | KnownStaff | 'system';

export interface Context<A extends Actor = Actor> {
  readonly actor: A;
  readonly now: Date;
}

/** Null for trainees, commands and staff without a session. */
export const sessionOf = (actor: Actor): number | null =>
  (actor !== 'system' && 'staffId' in actor && actor.sessionId) || null;

/** `account:12`, `staff:3` or `system`. */
export const actorName = (actor: Actor): string => {
  if (actor === 'system') return actor;
  return 'staffId' in actor ? `staff:${actor.staffId}` : `account:${actor.accountId}`;
};
