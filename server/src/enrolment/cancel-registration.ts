import type { Trainee } from '../accounts/actors.ts';
import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { cancelledAfterPostponementLetter } from './class-letters.ts';
import { oweRefund } from './owe-refund.ts';
import { findPaid, lockRegistration, type Paid } from './paid.ts';
import { cancelStep } from './policy.ts';
import { type ClassDetails, findClassAndCallerRegistrations } from './queries.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { ownRegistration } from './rules.ts';
import { giveBackSeats, lockClasses } from './seats.ts';
import { mayStep } from './states.ts';
import { refuseStep, throwTransitionRefusal } from './transition.ts';

const cancelPostponed = async (
  tx: Tx,
  { id, opening }: { id: number; opening: ClassDetails },
  { actor, now }: Circumstances<Trainee>,
): Promise<void> => {
  const classId = opening.id;
  await lockClasses(tx, [classId]);
  const before = await lockRegistration(tx, id);
  const paid = await findPaid(tx, before);
  const changed = await giveBackSeats(tx, 'cancel_postponed', { classId, ids: [id] }, { actor, now });
  if (changed.length === 0) return throwTransitionRefusal(tx, 'cancel_postponed', id, classId);
  await oweRefund(tx, { ...paid, registrationId: id, reason: '課程延期，學員取消報名' }, { actor, now });
  const wasConfirmed = before.state === 'confirmed';
  if (paid.amount > 0 || wasConfirmed) await queueCancellationMail(tx, { id, paid, wasConfirmed }, now);
};

const queueCancellationMail = (
  tx: Tx,
  { id, paid, wasConfirmed }: { id: number; paid: Paid; wasConfirmed: boolean },
  now: Date,
): Promise<void> =>
  queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) =>
      cancelledAfterPostponementLetter({
        ...{ ...about, refund: paid.amount, paymentConfirmed: paid.paymentConfirmed },
        ...(wasConfirmed && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );

/** Managers change the seats of their group through its roster instead. */
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
  const step = cancelStep(own, now);
  if (!mayStep(step, own.state)) return refuseStep(step, own.state);
  if (hasStarted(opening, now)) throw new Refusal('cancel_after_start');
  if (step === 'cancel_postponed') return cancelPostponed(tx, { id: own.id, opening }, { actor, now });

  const changed = await giveBackSeats(tx, step, { classId: opening.id, ids: [own.id] }, { actor, now });
  if (changed.length === 0) await throwTransitionRefusal(tx, step, own.id, opening.id);
};
