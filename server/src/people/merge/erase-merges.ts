import { eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { ERASED_TEXT, type ErasedPart, erasedPart } from '../../platform/database/erased.ts';
import { personMerges } from '../tables.ts';

/** That they happened stays; none of them can be undone any more. */
export const eraseMerges = async (tx: Tx, accountId: number): Promise<ErasedPart> =>
  erasedPart(
    personMerges,
    'emptied',
    await tx
      .update(personMerges)
      .set({
        moves: null,
        reason: ERASED_TEXT,
        undoReason: sql`case when ${personMerges.undoReason} is not null then ${ERASED_TEXT} end`,
      })
      .where(or(eq(personMerges.survivorId, accountId), eq(personMerges.removedId, accountId))),
  );
