import { and, eq, inArray, isNull } from 'drizzle-orm';
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

/** The report waits again for this registration, because its payment was undone. */
export const reopenReport = async (
  tx: Tx,
  { reportId, registrationId }: { readonly reportId: number; readonly registrationId: number },
): Promise<void> => {
  await tx
    .update(paymentReportRegistrations)
    .set({ outcome: null })
    .where(
      and(
        eq(paymentReportRegistrations.reportId, reportId),
        eq(paymentReportRegistrations.registrationId, registrationId),
      ),
    );
};
