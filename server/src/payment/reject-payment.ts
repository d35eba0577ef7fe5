import { findContacts } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import { applyStep, refuseUnlessTransitioned } from '../enrolment/apply-step.ts';
import type { LockedRegistration } from '../enrolment/lock-registrations.ts';
import { queueRegistrationMails } from '../enrolment/queue-registration-mail.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { closeReports } from './close-reports.ts';
import { paymentRejectedLetter } from './letters.ts';
import { lockPayable } from './payable.ts';
import { findReporters, type Reporter } from './queries.ts';

interface Rejected {
  readonly registrationId: number;
  readonly reason: string;
}

const isCancelled = ({ state }: LockedRegistration): boolean => state === 'cancelled';

interface RejectedReports {
  /** Their reports must be open. */
  readonly locked: readonly LockedRegistration[];
  readonly reason: string;
}

/** Registrations that were cancelled since stay so; only their reports are closed. */
const recordRejections = async (
  tx: Tx,
  { locked, reason }: RejectedReports,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const [cancelled, waiting] = [locked.filter(isCancelled), locked.filter((each) => !isCancelled(each))];
  const changed = await applyStep(tx, 'reject_payment', waiting, { actor, now, reason });
  if (changed.length < waiting.length) throw new Refusal('review_conflict');
  const event = { actor, action: 'payment.reject', subject: 'registration' } as const;
  const events = cancelled.map(({ id }) => ({ ...event, subjectId: id, after: { reason } }));
  await recordEvents(tx, events, now);
};

/** Tells the people to ask the manager who reported the payment, before they pay a second time. */
const queuePersonMails = (
  tx: Tx,
  { locked, reason }: RejectedReports,
  reporters: ReadonlyMap<number, Reporter>,
  now: Date,
): Promise<void> =>
  queueRegistrationMails(
    tx,
    locked.map((each) => ({ registrationId: each.id, each })),
    ({ about }, { each }) =>
      paymentRejectedLetter({
        ...{ ...about, reason, person: null, isCancelled: isCancelled(each) },
        group: reporters.get(each.id)?.group ?? null,
      }),
    now,
  );

const queueReporterMails = async (
  tx: Tx,
  { locked, reason }: RejectedReports,
  reporters: ReadonlyMap<number, Reporter>,
  now: Date,
): Promise<void> => {
  const accountIds = new Set([...reporters.values()].map(({ accountId }) => accountId));
  const contacts = new Map((await findContacts(tx, [...accountIds])).map((each) => [each.id, each]));
  const addressed = locked.flatMap((each) => {
    const reporter = reporters.get(each.id);
    const recipient = reporter && contacts.get(reporter.accountId);
    return recipient ? [{ registrationId: each.id, recipient, each }] : [];
  });
  await queueRegistrationMails(
    tx,
    addressed,
    ({ about, nameForOthers }, { each }) =>
      paymentRejectedLetter({
        ...{ ...about, reason, person: nameForOthers },
        ...{ group: null, isCancelled: isCancelled(each) },
      }),
    now,
  );
};

export const rejectOpenReports = async (
  tx: Tx,
  rejected: RejectedReports,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await recordRejections(tx, rejected, { actor, now });
  const ids = rejected.locked.map(({ id }) => id);
  const reporters = await findReporters(tx, ids);
  await queuePersonMails(tx, rejected, reporters, now);
  await queueReporterMails(tx, rejected, reporters, now);
  await closeReports(tx, ids, 'not_received');
};

/** Repeating it keeps the first reason. */
export const rejectPayment = async (
  tx: Tx,
  { registrationId, reason }: Rejected,
  context: Context<Staff>,
): Promise<void> => {
  for (const { locked, reportId } of await lockPayable(tx, [registrationId], context.actor)) {
    if (reportId === null) refuseUnlessTransitioned('reject_payment', locked.state);
    else await rejectOpenReports(tx, { locked: [locked], reason }, context);
  }
};
