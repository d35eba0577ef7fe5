import { findContacts } from '../accounts/people/contacts.ts';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { applyStep, refuseUnmadeStep } from '../enrolment/apply-step.ts';
import type { LockedRegistration } from '../enrolment/lock-registrations.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { closeReports } from './close-reports.ts';
import { paymentRejectedLetter } from './letters.ts';
import { lockPayable } from './payable.ts';
import { findReporter, type Reporter } from './queries.ts';

interface Rejected {
  readonly registrationId: number;
  readonly reason: string;
}

interface RejectedFor extends Rejected {
  /** The registration was cancelled since. */
  readonly isCancelled: boolean;
}

/** Tells the person to ask the manager who reported the payment, before they pay a second time. */
const queuePersonMail = (
  tx: Tx,
  { registrationId, reason, isCancelled }: RejectedFor,
  reporter: Reporter | null,
  now: Date,
): Promise<void> => {
  const group = reporter?.group ?? null;
  return queueRegistrationMail(
    tx,
    { registrationId },
    ({ about }) => paymentRejectedLetter({ ...about, reason, person: null, group, isCancelled }),
    now,
  );
};

const queueReporterMail = async (
  tx: Tx,
  { registrationId, reason, isCancelled }: RejectedFor,
  { accountId }: Reporter,
  now: Date,
): Promise<void> => {
  const [recipient] = await findContacts(tx, [accountId]);
  if (!recipient) return;
  await queueRegistrationMail(
    tx,
    { registrationId, recipient },
    ({ about, nameForOthers }) =>
      paymentRejectedLetter({ ...about, reason, person: nameForOthers, group: null, isCancelled }),
    now,
  );
};

/** A registration that was cancelled since stays so; only its report is closed. */
const recordRejection = async (
  tx: Tx,
  { locked, reason }: { locked: LockedRegistration; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  if (locked.state !== 'cancelled') {
    const changed = await applyStep(tx, 'reject_payment', [locked], { actor, now, reason });
    if (changed.length === 0) throw new Refusal('review_conflict');
    return;
  }
  const event = { actor, action: 'payment.reject', subject: 'registration', subjectId: locked.id } as const;
  await recordEvent(tx, { ...event, after: { reason } }, now);
};

/** Its report must be open. */
export const rejectOpenReport = async (
  tx: Tx,
  { locked, reason }: { locked: LockedRegistration; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id, state } = locked;
  await recordRejection(tx, { locked, reason }, { actor, now });
  const reporter = await findReporter(tx, id);
  const rejected = { registrationId: id, reason, isCancelled: state === 'cancelled' };
  await queuePersonMail(tx, rejected, reporter, now);
  if (reporter) await queueReporterMail(tx, rejected, reporter, now);
  await closeReports(tx, [id], 'not_received');
};

/** Repeating it keeps the first reason. */
export const rejectPayment = async (
  tx: Tx,
  { registrationId, reason }: Rejected,
  circumstances: Circumstances<Staff>,
): Promise<void> => {
  for (const { locked, reportId } of await lockPayable(tx, [registrationId], circumstances.actor)) {
    if (reportId === null) refuseUnmadeStep('reject_payment', locked.state);
    else await rejectOpenReport(tx, { locked, reason }, circumstances);
  }
};
