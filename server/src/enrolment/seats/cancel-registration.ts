import type { Trainee } from '../../accounts/actors.ts';
import type { Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { refuseUnlessTransitioned } from '../apply-step.ts';
import { letterRefund } from '../letter-parts.ts';
import { cancelledAfterPostponementLetter, cancelledLetter } from '../letters.ts';
import { type LockedRegistration, lockInClass } from '../lock-registrations.ts';
import { cancelStep } from '../policy.ts';
import { findClassAndCallerRegistrations } from '../queries.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import { ownRegistration } from '../rules.ts';
import { mayStep } from '../states.ts';
import { giveBackSeats } from './seats.ts';

const cancelAfterPostponement = async (
  tx: Tx,
  before: LockedRegistration,
  { actor, now }: Context<Trainee>,
): Promise<void> => {
  const details = { actor, now, refundReason: '課程延期，學員取消報名' };
  const [changed] = await giveBackSeats(tx, 'cancel_after_postponement', [before], details);
  if (!changed) return refuseUnlessTransitioned('cancel_after_postponement', before.state);
  const refund = letterRefund(changed);
  const wasConfirmed = before.state === 'confirmed';
  if (refund.refund === 0 && refund.reported === 0 && !wasConfirmed) return;
  await queueRegistrationMail(
    tx,
    { registrationId: before.id },
    ({ about, seat }) =>
      cancelledAfterPostponementLetter({
        ...about,
        ...refund,
        ...(wasConfirmed && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );
};

/**
 * Cancels the caller's own registration. Throws `cancel_group_seat` for a seat of a group, whose managers change it
 * on the roster.
 */
export const cancelRegistration = async (
  tx: Tx,
  { code }: { code: string },
  { actor, now }: Context<Trainee>,
): Promise<void> => {
  const { accountId } = actor;
  const found = await findClassAndCallerRegistrations(tx, { code, accountId });
  if (!found) throw new Refusal('class_unknown');
  const { trainingClass, registrations } = found;
  const own = ownRegistration(registrations, accountId);
  if (!own) throw new Refusal(registrations.length > 0 ? 'cancel_group_seat' : 'registration_unknown');
  const step = cancelStep(own, now);
  // Always throws: a registration that was found is not cancelled, so this is no repeat.
  if (!mayStep(step, own.state)) return refuseUnlessTransitioned(step, own.state);
  const [locked] = await lockInClass(tx, trainingClass.id, [own.id]);
  if (!locked) throw new Refusal('registration_unknown');
  if (hasStarted(locked.class, now)) throw new Refusal('cancel_after_start');
  if (step === 'cancel_after_postponement') return cancelAfterPostponement(tx, locked, { actor, now });

  const [changed] = await giveBackSeats(tx, step, [locked], { actor, now });
  if (!changed) return refuseUnlessTransitioned(step, locked.state);
  // A rejected registration held no seat, so nobody gets a mail. `own` was read without a lock and may be outdated.
  if (changed.from === 'rejected') return;
  const { refund } = changed;
  await queueRegistrationMail(
    tx,
    { registrationId: own.id },
    ({ about }) => cancelledLetter({ ...about, refund }),
    now,
  );
};
