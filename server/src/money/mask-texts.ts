import { and, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { containsWord, type ErasedPart, erasedPart, replaceWords } from '../platform/database/erased.ts';
import { allocations, payments, refunds } from './tables.ts';

interface Erased {
  readonly registrationIds: readonly number[];
  readonly words: readonly string[];
}

const maskPayments = (tx: Tx, { registrationIds, words }: Erased) => {
  const own = tx
    .select({ id: allocations.paymentId })
    .from(allocations)
    .where(inArray(allocations.registrationId, [...registrationIds]));
  const texts = sql`concat(${payments.note}, ${payments.endReason})`;
  return tx
    .update(payments)
    .set({ note: replaceWords(payments.note, words), endReason: replaceWords(payments.endReason, words) })
    .where(and(inArray(payments.id, own), containsWord(texts, words)));
};

const maskRefunds = (tx: Tx, { registrationIds, words }: Erased) =>
  tx
    .update(refunds)
    .set({
      reason: replaceWords(refunds.reason, words),
      waiveReason: replaceWords(refunds.waiveReason, words),
      reference: replaceWords(refunds.reference, words),
    })
    .where(
      and(
        inArray(refunds.registrationId, [...registrationIds]),
        or(containsWord(sql`concat(${refunds.reason}, ${refunds.waiveReason}, ${refunds.reference})`, words)),
      ),
    );

/** The amounts stay as vouchers, without the person in their texts. */
export const maskLedgerTexts = async (tx: Tx, erased: Erased): Promise<ErasedPart[]> => [
  erasedPart(payments, 'masked', await maskPayments(tx, erased)),
  erasedPart(refunds, 'masked', await maskRefunds(tx, erased)),
];
