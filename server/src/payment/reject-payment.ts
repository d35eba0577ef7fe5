import { type Staff, staffActor } from '../accounts/actors.ts';
import { findReviewed } from '../enrolment/review.ts';
import { explainNoStep, move } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';

/**
 * The money was not found: the registration is unpaid again, and the person reads why. Rejecting twice keeps the
 * first reason. Throws what the present state says where nothing was reported.
 */
export const rejectPayment = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  staff: Staff,
  now: Date,
): Promise<void> => {
  const { id } = await findReviewed(tx, registrationId, staff);
  const moved = await move(tx, 'reject_payment', [id], { actor: staffActor(staff), now, reason });
  if (moved.length === 0) await explainNoStep(tx, 'reject_payment', id);
};
