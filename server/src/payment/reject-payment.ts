import { type Staff, staffActor } from '../accounts/actors.ts';
import { findContacts } from '../accounts/contacts.ts';
import { findReviewed } from '../enrolment/review.ts';
import { tell } from '../enrolment/tell.ts';
import { explainNoStep, move } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import { findReporter } from './queries.ts';

/** Who reported for somebody else is told too: it was their remittance. */
const tellReporter = async (tx: Tx, registrationId: number, reason: string, now: Date): Promise<void> => {
  const reporterId = await findReporter(tx, registrationId);
  if (reporterId === null) return;
  const [reader] = await findContacts(tx, [reporterId]);
  if (!reader) return;
  await tell(
    tx,
    { registrationId, reader },
    (about, person) => ({ template: 'payment_rejected', data: { ...about, reason, person } }),
    now,
  );
};

/**
 * The money was not found: the registration is unpaid again, and whoever is concerned is told why. One that is unpaid
 * already stays as it is, so that rejecting twice keeps the first reason; any other state throws what it says.
 */
export const rejectPayment = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  staff: Staff,
  now: Date,
): Promise<void> => {
  const { id } = await findReviewed(tx, registrationId, staff);
  const moved = await move(tx, 'reject_payment', [id], { actor: staffActor(staff), now, reason });
  if (moved.length === 0) return explainNoStep(tx, 'reject_payment', id);
  await tell(
    tx,
    { registrationId: id },
    (about) => ({ template: 'payment_rejected', data: { ...about, reason, person: null } }),
    now,
  );
  await tellReporter(tx, id, reason, now);
};
