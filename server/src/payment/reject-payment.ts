import { findContacts } from '../accounts/people/contacts.ts';
import type { Circumstances } from '../audit/actor.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { findReviewed } from '../enrolment/review.ts';
import { applyStep, throwTransitionRefusal } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentRejectedLetter } from './letters.ts';
import { findReporter, type Reporter } from './queries.ts';

interface Rejected {
  readonly registrationId: number;
  readonly reason: string;
}

/** Prevents a second payment by the person. */
const queuePersonMail = (
  tx: Tx,
  { registrationId, reason }: Rejected,
  reporter: Reporter | null,
  now: Date,
): Promise<void> => {
  const group = reporter?.group ?? null;
  return queueRegistrationMail(
    tx,
    { registrationId },
    (about) => paymentRejectedLetter({ ...about, reason, person: null, group }),
    now,
  );
};

const queueReporterMail = async (
  tx: Tx,
  { registrationId, reason }: Rejected,
  { accountId }: Reporter,
  now: Date,
): Promise<void> => {
  const [reader] = await findContacts(tx, [accountId]);
  if (!reader) return;
  await queueRegistrationMail(
    tx,
    { registrationId, reader },
    (about, person) => paymentRejectedLetter({ ...about, reason, person }),
    now,
  );
};

export const rejectPaymentOf = async (
  tx: Tx,
  { registrationId: id, reason }: Rejected,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const moved = await applyStep(tx, 'reject_payment', [id], { actor, now, reason });
  if (moved.length === 0) return throwTransitionRefusal(tx, 'reject_payment', id);
  const reporter = await findReporter(tx, id);
  await queuePersonMail(tx, { registrationId: id, reason }, reporter, now);
  if (reporter) await queueReporterMail(tx, { registrationId: id, reason }, reporter, now);
};

/** Repeating it keeps the first reason. */
export const rejectPayment = async (
  tx: Tx,
  { registrationId, reason }: Rejected,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id } = await findReviewed(tx, registrationId, { actor, right: 'payment.confirm' });
  await rejectPaymentOf(tx, { registrationId: id, reason }, { actor, now });
};
