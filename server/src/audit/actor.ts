import type { Trainee } from '../accounts/actors.ts';
import type { KnownStaff } from '../staff/actors.ts';

/** `system` is a job, or an operator at the machine. */
export type Actor = Trainee | KnownStaff | 'system';

/** The actor and time of a write. */
export interface Circumstances<A extends Actor = Actor> {
  readonly actor: A;
  readonly now: Date;
}

/** How events name the actor: `account:12`, `staff:3` or `system`. */
export const actorName = (actor: Actor): string => {
  if (actor === 'system') return actor;
  return 'staffId' in actor ? `staff:${actor.staffId}` : `account:${actor.accountId}`;
};
