import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { containsWord, ERASED_TEXT, type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

interface Erased {
  readonly accountId: number;
  readonly registrationIds: readonly number[];
  readonly words: readonly string[];
}

/** Day and amount stay; the payer and the last digits go, also if somebody else reported for the person by name. */
export const maskReports = async (
  tx: Tx,
  { accountId, registrationIds, words }: Erased,
): Promise<ErasedPart> => {
  const covering = tx
    .select({ id: paymentReportRegistrations.reportId })
    .from(paymentReportRegistrations)
    .where(inArray(paymentReportRegistrations.registrationId, [...registrationIds]));
  const masked = await tx
    .update(paymentReports)
    .set({ paidName: ERASED_TEXT, lastFive: sql`'00000'` })
    .where(
      or(
        eq(paymentReports.reportedBy, accountId),
        and(inArray(paymentReports.id, covering), containsWord(paymentReports.paidName, words)),
      ),
    );
  return erasedPart(paymentReports, 'masked', masked);
};
