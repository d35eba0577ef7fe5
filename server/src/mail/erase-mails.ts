import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { containsWord, type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { mails } from './tables.ts';

interface Erased {
  readonly accountId: number;
  /** Accounts whose mails may name the person. */
  readonly readers: readonly number[];
  readonly words: readonly string[];
}

/** Deletes the person's mails, also those that wait, and masks the person in the mails of others. */
export const eraseMails = async (tx: Tx, { accountId, readers, words }: Erased): Promise<ErasedPart[]> => {
  const own = await tx.delete(mails).where(eq(mails.accountId, accountId));
  const masked = await tx
    .update(mails)
    .set({ data: sql`mask_texts(${mails.data}, ${sql.param([...words])}::text[])` })
    .where(and(inArray(mails.accountId, [...readers]), containsWord(sql`${mails.data}::text`, words)));
  return [erasedPart(mails, 'deleted', own), erasedPart(mails, 'masked', masked)];
};
