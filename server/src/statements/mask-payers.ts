import { and, inArray, sql } from 'drizzle-orm';
import { allocations, paymentLines } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { containsWord, type ErasedPart, erasedPart, replaceWords } from '../platform/database/erased.ts';
import { statementLines } from './tables.ts';

interface Erased {
  readonly registrationIds: readonly number[];
  readonly words: readonly string[];
}

/** Masks the words in the lines that paid for the registrations. Day and amount stay. */
export const maskPayers = async (tx: Tx, { registrationIds, words }: Erased): Promise<ErasedPart> => {
  const paying = tx
    .select({ id: paymentLines.lineId })
    .from(paymentLines)
    .innerJoin(allocations, sql`${allocations.paymentId} = ${paymentLines.paymentId}`)
    .where(inArray(allocations.registrationId, [...registrationIds]));
  const masked = await tx
    .update(statementLines)
    .set({
      name: replaceWords(statementLines.name, words),
      memo: sql`left(${replaceWords(statementLines.memo, words)}, 300)`,
    })
    .where(
      and(
        inArray(statementLines.id, paying),
        containsWord(sql`concat(${statementLines.name}, ' ', ${statementLines.memo})`, words),
      ),
    );
  return erasedPart(statementLines, 'masked', masked);
};
