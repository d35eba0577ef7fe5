import { accountActor } from '../accounts/actors.ts';
import { hasStarted } from '../catalogue/rules.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findClassStart, findStakes } from './queries.ts';
import { ownStake } from './rules.ts';
import { giveBackSeats } from './seats.ts';
import { mayStep } from './states.ts';
import { explainNoStep, refuseStep } from './transition.ts';

/**
 * Cancels the person's own registration in the class of that code, also one that a manager took for them; a seat of
 * a group that they manage is changed through the roster. Throws why not.
 */
export const cancelRegistration = async (
  tx: Tx,
  { code, accountId }: { code: string; accountId: number },
  now: Date,
): Promise<void> => {
  const found = await findClassStart(tx, code);
  if (!found) throw new Refusal('class_unknown');
  const stakes = await findStakes(tx, { classId: found.id, accountId });
  const own = ownStake(stakes, accountId);
  // Of a class that is not published nobody hears who has nothing in it.
  if (!own && stakes.length === 0 && !found.published) throw new Refusal('class_unknown');
  if (!own) throw new Refusal(stakes.length > 0 ? 'cancel_group_seat' : 'registration_unknown');
  if (!mayStep('cancel', own.state)) return refuseStep('cancel', own.state);
  if (hasStarted(found, now)) throw new Refusal('cancel_after_start');

  const moved = await giveBackSeats(
    tx,
    'cancel',
    { classId: found.id, ids: [own.id] },
    { actor: accountActor(accountId), now },
  );
  if (moved.length === 0) await explainNoStep(tx, 'cancel', own.id);
};
