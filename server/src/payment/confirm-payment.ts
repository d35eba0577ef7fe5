import { type Staff, staffActor } from '../accounts/actors.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { findReviewed } from '../enrolment/review.ts';
import { move, throwTransitionRefusal } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';

/**
 * Confirms the payment, reported or not, and notifies the person. Confirming again changes nothing. Throws if the
 * current state does not allow confirmation.
 */
export const confirmPayment = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  staff: Staff,
  now: Date,
): Promise<void> => {
  const { id } = await findReviewed(tx, registrationId, staff);
  const moved = await move(tx, 'confirm_payment', [id], { actor: staffActor(staff), now });
  if (moved.length === 0) return throwTransitionRefusal(tx, 'confirm_payment', id);
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) => ({ template: 'payment_confirmed', data: { ...about, seat } }),
    now,
  );
};
