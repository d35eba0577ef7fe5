import { addYears, today } from '@portal/contract/dates';
import { paidTimeFault } from '@portal/contract/payment';
import type { Trainee } from '../accounts/actors.ts';
import type { Circumstances } from '../audit/actor.ts';
import { applyStep } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type Asked, findPayable } from './queries.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

/** A remittance as reported. */
export interface Remittance {
  /** A day in Taipei: today, or at most a year ago. */
  readonly paidTime: string;
  /** Five digits, `00042`. */
  readonly lastFive: string;
  /** Whole New Taiwan dollars. */
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

/**
 * Reports a payment for the person's own seat, or for all unpaid seats of a managed group. Earlier reports are kept.
 * Returns the report's id. Throws the refusal otherwise.
 */
export const reportPayment = async (
  tx: Tx,
  { code, groupCode, ...remittance }: Report,
  { actor, now }: Circumstances<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  checkDay(remittance.paidTime, now);
  const { opening, selection, covered } = await findPayable(tx, { code, accountId, groupCode });
  const ids = covered.map(({ id }) => id);
  const moved = await applyStep(tx, 'report_payment', ids, { actor, now, inClass: opening.id });
  if (moved.length === 0) {
    // Something else was first: what is found now says why not.
    await findPayable(tx, { code, accountId, groupCode });
    throw new Refusal('not_applied');
  }
  const reportId = await keep(tx, {
    ...remittance,
    classId: opening.id,
    reportedBy: accountId,
    groupId: selection.group?.id ?? null,
    createdAt: now,
  });
  await tx
    .insert(paymentReportRegistrations)
    .values(moved.map(({ id }) => ({ reportId, registrationId: id })));
  return reportId;
};
