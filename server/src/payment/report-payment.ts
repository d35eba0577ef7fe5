import { addYears, readable, today } from '@portal/contract/dates';
import type { Shortfall } from '@portal/contract/enrolment';
import { paidTimeFault } from '@portal/contract/payment';
import type { Trainee } from '../accounts/actors.ts';
import { findContacts } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { applyStep } from '../enrolment/apply-step.ts';
import { classInLetter } from '../enrolment/letter-parts.ts';
import { lockInClass } from '../enrolment/lock-registrations.ts';
import { shortfallOf } from '../enrolment/rules.ts';
import { lockClassByCode } from '../enrolment/seats/seats.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { closeReports } from './close-reports.ts';
import { paymentReportedLetter } from './letters.ts';
import { type Asked, findPayable, type Payable } from './queries.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

interface Remittance {
  /** The day in Taipei, at most a year ago. */
  readonly paidTime: string;
  /** Five digits, `00042`. */
  readonly lastFive: string;
  /** In whole New Taiwan dollars. */
  readonly paidMoney: number;
  readonly paidName: string;
}

type Report = Omit<Asked, 'accountId'> & Remittance;

const checkDay = (paidTime: string, now: Date): void => {
  const day = today(now);
  const fault = paidTimeFault(paidTime, day);
  if (fault) throw new Refusal(fault, { values: { date: addYears(day, -1) } });
};

const keep = async (tx: Tx, values: typeof paymentReports.$inferInsert): Promise<number> => {
  const [report] = await tx.insert(paymentReports).values(values).returning({ id: paymentReports.id });
  if (!report) throw new Error('the report was not inserted');
  return report.id;
};

const inLetter = ({ due, missing, payment_due }: Shortfall) => ({
  due,
  missing,
  ...(payment_due !== null && { deadline: readable(payment_due) }),
});

const queueReceipt = async (
  tx: Tx,
  { trainingClass, selection: { group } }: Payable,
  {
    paidTime,
    paidMoney,
    covers,
    shortfall,
  }: Pick<Remittance, 'paidTime' | 'paidMoney'> & { covers: number; shortfall: Shortfall | null },
  { actor, now }: Context<Trainee>,
): Promise<void> => {
  const [reporter] = await findContacts(tx, [actor.accountId]);
  if (!reporter) return;
  const about = { name: reporter.name, ...classInLetter(trainingClass) };
  const groupSize = group ? covers : null;
  const groupName = group?.name ?? null;
  const letter = paymentReportedLetter({
    ...about,
    paidTime,
    paidMoney,
    groupSize,
    groupName,
    ...(shortfall && { shortfall: inLetter(shortfall) }),
  });
  await queueMail(tx, reporter, letter, now);
};

/** Earlier reports are kept. `shortfall` is about the new report only. */
export const reportPayment = async (
  tx: Tx,
  { code, groupCode, ...remittance }: Report,
  { actor, now }: Context<Trainee>,
): Promise<{ id: number; shortfall: Shortfall | null }> => {
  const { accountId } = actor;
  checkDay(remittance.paidTime, now);
  await lockClassByCode(tx, { code });
  const payable = await findPayable(tx, { code, accountId, groupCode });
  const { trainingClass, selection, covered } = payable;
  const ids = covered.map(({ id }) => id);
  await applyStep(tx, 'report_payment', await lockInClass(tx, trainingClass.id, ids), { actor, now });
  await closeReports(tx, ids, 'replaced');
  const reportId = await keep(tx, {
    ...remittance,
    classId: trainingClass.id,
    reportedBy: accountId,
    groupId: selection.group?.id ?? null,
    createdAt: now,
  });
  await tx
    .insert(paymentReportRegistrations)
    .values(ids.map((registrationId) => ({ reportId, registrationId })));
  const report = { id: reportId, paidMoney: remittance.paidMoney };
  const reported = covered.map((seat) => ({ ...seat, state: 'reported' as const, report }));
  const shortfall = shortfallOf(reported, now);
  await queueReceipt(tx, payable, { ...remittance, covers: covered.length, shortfall }, { actor, now });
  return { id: reportId, shortfall };
};
