import { findContacts } from '../accounts/people/contacts.ts';
import type { Circumstances } from '../audit/actor.ts';
import { applyStep, refuseUnmadeStep } from '../enrolment/apply-step.ts';
import type { LockedRegistration } from '../enrolment/lock-registrations.ts';
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
  { locked, reason }: { locked: LockedRegistration; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id } = locked;
  const changed = await applyStep(tx, 'reject_payment', [locked], { actor, now, reason });
  if (changed.length === 0) return refuseUnmadeStep('reject_payment', locked.state);
  const reporter = await findReporter(tx, id);
  await queuePersonMail(tx, { registrationId: id, reason }, reporter, now);
  if (reporter) await queueReporterMail(tx, { registrationId: id, reason }, reporter, now);
};

/** Repeating it keeps the first reason. */
export const rejectPayment = async (
  tx: Tx,
  { registrationId, reason }: Rejected,
  circumstances: Circumstances<Staff>,
): Promise<void> => {
  for (const { locked } of await lockPayable(tx, [registrationId], circumstances.actor))
    await rejectPaymentOf(tx, { locked, reason }, circumstances);
};
