import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { cancelledByStaffLetter } from './letters.ts';
import { oweRefund } from './owe-refund.ts';
import { findPaid, lockRegistration } from './paid.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findReviewed } from './review.ts';
import { giveBackSeats, lockClasses } from './seats.ts';
import { refuseUnlessDone } from './transition.ts';

/** A payment becomes a refund due. Returns false if the registration was cancelled before. */
export const cancelByStaff = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const { id, classId } = await findReviewed(tx, registrationId, { actor, right: 'registration.review' });
  await lockClasses(tx, [classId]);
  const before = await lockRegistration(tx, id);
  if (before.result !== null) throw new Refusal('staff_cancel_result');
  const paid = await findPaid(tx, before);
  const changed = await giveBackSeats(tx, 'cancel_by_staff', { classId, ids: [id] }, { actor, now, reason });
  if (changed.length === 0) return refuseUnlessDone(tx, 'cancel_by_staff', id);
  await oweRefund(tx, { ...paid, registrationId: id, reason }, { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) =>
      cancelledByStaffLetter({
        ...{ ...about, reason, refund: paid.amount, paymentConfirmed: paid.paymentConfirmed },
        ...(before.state === 'confirmed' && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );
  return true;
};
