import { findContacts } from '../accounts/people/contacts.ts';
import type { Circumstances } from '../audit/actor.ts';
import { applyStep, refuseUnlessRepeated } from '../enrolment/apply-step.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentRejectedLetter } from './letters.ts';
import { lockPayable } from './payable.ts';
import { findReporter, type Reporter } from './queries.ts';

interface Rejected {
  readonly registrationId: number;
  readonly reason: string;
}

/** Tells the person to ask the manager who reported the payment, before they pay a second time. */
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
    ({ about }) => paymentRejectedLetter({ ...about, reason, person: null, group }),
    now,
  );
};

const queueReporterMail = async (
  tx: Tx,
  { registrationId, reason }: Rejected,
  { accountId }: Reporter,
  now: Date,
): Promise<void> => {
  const [recipient] = await findContacts(tx, [accountId]);
  if (!recipient) return;
  await queueRegistrationMail(
    tx,
    { registrationId, recipient },
    ({ about, nameForOthers }) => paymentRejectedLetter({ ...about, reason, person: nameForOthers }),
    now,
  );
};

export const rejectPaymentOf = async (
  tx: Tx,
  { registrationId: id, reason }: Rejected,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const changed = await applyStep(tx, 'reject_payment', { ids: [id] }, { actor, now, reason });
  if (changed.length === 0) return refuseUnlessRepeated(tx, 'reject_payment', id);
  const reporter = await findReporter(tx, id);
  await queuePersonMail(tx, { registrationId: id, reason }, reporter, now);
  if (reporter) await queueReporterMail(tx, { registrationId: id, reason }, reporter, now);
};

/** Repeating it keeps the first reason. */
export const rejectPayment = async (
  tx: Tx,
  rejected: Rejected,
  circumstances: Circumstances<Staff>,
): Promise<void> => {
  await lockPayable(tx, [rejected.registrationId], circumstances.actor);
  await rejectPaymentOf(tx, rejected, circumstances);
};
