import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { markUnused } from '../platform/files/unused-files.ts';
import { identityChanges } from './tables.ts';

/** Names and numbers that the person had before. */
export const findFormerWords = async (tx: Tx, accountId: number): Promise<string[]> => {
  const rows = await tx
    .select({ before: identityChanges.before, after: identityChanges.after })
    .from(identityChanges)
    .where(eq(identityChanges.accountId, accountId));
  const words = rows.flatMap(({ before, after }) => [...Object.values(before), ...Object.values(after)]);
  return words.filter((word): word is string => typeof word === 'string' && word.length > 1);
};

export const eraseIdentityChanges = async (tx: Tx, accountId: number, now: Date): Promise<ErasedPart> => {
  const erased = await tx
    .delete(identityChanges)
    .where(eq(identityChanges.accountId, accountId))
    .returning({ key: identityChanges.fileKey });
  await markUnused(
    tx,
    erased.map(({ key }) => ({ key, owner: `account:${accountId}` })),
    now,
  );
  return erasedPart(identityChanges, 'deleted', { rowCount: erased.length });
};
