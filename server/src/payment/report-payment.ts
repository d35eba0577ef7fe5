import { accountActor } from '../accounts/actors.ts';
import { findClassStart, findStakes } from '../enrolment/queries.ts';
import { meantBy, ownStake, type Stake } from '../enrolment/rules.ts';
import { explainNoStep, move } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

/** What somebody says of a remittance. */
export interface Remittance {
  /** A day in Taipei. */
  readonly paidTime: string;
  /** Five digits, `00042`. */
  readonly lastFive: string;
  /** Whole New Taiwan dollars. */
  readonly paidMoney: number;
  readonly paidName: string;
}

interface Report extends Remittance {
  /** The class's code. */
  readonly code: string;
  readonly accountId: number;
  /** The group that is meant, where the person manages one; else their own registration comes first. */
  readonly groupCode?: string | undefined;
}

/** All that are unpaid; where none is, those that were reported already: somebody corrects what they said. */
const toReport = (registrations: readonly Stake[]): readonly Stake[] => {
  const unpaid = registrations.filter(({ state }) => state === 'unpaid');
  return unpaid.length > 0 ? unpaid : registrations;
};

const keep = async (tx: Tx, values: typeof paymentReports.$inferInsert): Promise<number> => {
  const [report] = await tx.insert(paymentReports).values(values).returning({ id: paymentReports.id });
  if (!report) throw new Error('the report was not inserted');
  return report.id;
};

/**
 * Reports a payment for the person's own seat, or for all unpaid seats of a group that they manage at once. A later
 * report stands beside the earlier one. Its id comes back; throws why not.
 */
export const reportPayment = async (
  tx: Tx,
  { code, accountId, groupCode, ...remittance }: Report,
  now: Date,
): Promise<number> => {
  const found = await findClassStart(tx, code);
  if (!found) throw new Refusal('class_unknown');
  const stakes = await findStakes(tx, { classId: found.id, accountId });
  const meant = meantBy(stakes, { accountId, groupCode });
  if (!meant) throw new Refusal(ownStake(stakes, accountId) ? 'payment_not_approved' : 'not_applied');

  const ids = toReport(meant.registrations).map(({ id }) => id);
  const moved = await move(tx, 'report_payment', ids, { actor: accountActor(accountId), now });
  if (moved.length === 0) for (const id of ids) await explainNoStep(tx, 'report_payment', id);
  const reportId = await keep(tx, {
    ...remittance,
    classId: found.id,
    reportedBy: accountId,
    groupId: meant.group?.id ?? null,
    createdAt: now,
  });
  await tx
    .insert(paymentReportRegistrations)
    .values(moved.map(({ id }) => ({ reportId, registrationId: id })));
  return reportId;
};
