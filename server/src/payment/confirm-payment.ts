import type { Circumstances } from '../audit/actor.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { findReviewed } from '../enrolment/review.ts';
import { move, throwTransitionRefusal } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentConfirmedLetter } from './letters.ts';

/**
 * Confirms the payment, reported or not, and notifies the person. Confirming again changes nothing. Throws if the
 * current state does not allow confirmation.
 */
export const confirmPayment = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id } = await findReviewed(tx, registrationId, { actor, right: 'payment.confirm' });
  const moved = await move(tx, 'confirm_payment', [id], { actor, now });
  if (moved.length === 0) return throwTransitionRefusal(tx, 'confirm_payment', id);
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) => paymentConfirmedLetter({ ...about, seat }),
    now,
  );
};
