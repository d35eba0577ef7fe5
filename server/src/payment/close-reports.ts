import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { ReportOutcome } from './states.ts';
import { paymentReportRegistrations } from './tables.ts';

/** Closes what still waits of the reports of these registrations, which must be locked. */
export const closeReports = async (
  tx: Tx,
  registrationIds: readonly number[],
  outcome: ReportOutcome,
): Promise<void> => {
  await tx
    .update(paymentReportRegistrations)
    .set({ outcome })
    .where(
      and(
        inArray(paymentReportRegistrations.registrationId, [...registrationIds]),
        isNull(paymentReportRegistrations.outcome),
      ),
    );
};

interface Reported {
  readonly reportId: number;
  readonly registrationId: number;
}

/** The reports wait again for these registrations, because their payment was undone. */
export const reopenReports = async (tx: Tx, reported: readonly Reported[]): Promise<void> => {
  if (reported.length === 0) return;
  const { reportId, registrationId } = paymentReportRegistrations;
  const pairs = reported.map((each) => sql`(${each.reportId}, ${each.registrationId})`);
  await tx
    .update(paymentReportRegistrations)
    .set({ outcome: null })
    .where(sql`(${reportId}, ${registrationId}) in (${sql.join(pairs, sql`, `)})`);
};
