import type { Trainee } from '../accounts/actors.ts';
import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findClassAndCallerRegistrations } from './queries.ts';
import { ownRegistration } from './rules.ts';
import { giveBackSeats } from './seats.ts';
import { mayStep } from './states.ts';
import { refuseStep, throwTransitionRefusal } from './transition.ts';

/**
 * Cancels the caller's own registration in the class, including one that a manager made for them. Seats of a group
 * that the caller manages are changed through the roster instead. Throws the refusal otherwise.
 */
export const cancelRegistration = async (
  tx: Tx,
  { code }: { code: string },
  { actor, now }: Circumstances<Trainee>,
): Promise<void> => {
  const { accountId } = actor;
  const found = await findClassAndCallerRegistrations(tx, { code, accountId });
  if (!found) throw new Refusal('class_unknown');
  const { opening, registrations } = found;
  const own = ownRegistration(registrations, accountId);
  if (!own) throw new Refusal(registrations.length > 0 ? 'cancel_group_seat' : 'registration_unknown');
  if (!mayStep('cancel', own.state)) return refuseStep('cancel', own.state);
  if (hasStarted(opening, now)) throw new Refusal('cancel_after_start');

  const moved = await giveBackSeats(tx, 'cancel', { classId: opening.id, ids: [own.id] }, { actor, now });
  if (moved.length === 0) await throwTransitionRefusal(tx, 'cancel', own.id, opening.id);
};
