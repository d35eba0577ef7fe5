import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { findRefundable } from './amounts.ts';
import { refuseUnmadeStep } from './apply-step.ts';
import { cancelledByStaffLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { recordRefundDue } from './record-refund-due.ts';
import { requireLocked } from './require-registration.ts';
import { giveBackSeats } from './seats.ts';

/** A payment becomes a refund due. Returns false if the registration was cancelled before. */
export const cancelByStaff = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const before = await requireLocked(tx, registrationId, { actor, right: 'registration.review' });
  const { id } = before;
  if (before.result !== null) throw new Refusal('staff_cancel_result');
  const refundable = await findRefundable(tx, before);
  const changed = await giveBackSeats(tx, 'cancel_by_staff', [before], { actor, now, reason });
  if (changed.length === 0) {
    refuseUnmadeStep('cancel_by_staff', before.state);
    return false;
  }
  await recordRefundDue(tx, { ...refundable, registrationId: id, reason }, { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) =>
      cancelledByStaffLetter({
        ...about,
        reason,
        refund: refundable.amount,
        paymentConfirmed: refundable.paymentConfirmed,
        ...(before.state === 'confirmed' && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );
  return true;
};
