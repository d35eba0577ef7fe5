import { inArray } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { markRemoved } from './store.ts';
import { registrationDocuments } from './tables.ts';

interface Erased {
  readonly accountId: number;
  readonly registrationIds: readonly number[];
}

/** The files follow with the sweep. */
export const eraseDocuments = async (
  tx: Tx,
  { accountId, registrationIds }: Erased,
  now: Date,
): Promise<ErasedPart> => {
  const removed = await tx
    .delete(registrationDocuments)
    .where(inArray(registrationDocuments.registrationId, [...registrationIds]))
    .returning({ fileKey: registrationDocuments.fileKey });
  await markRemoved(
    tx,
    removed.map(({ fileKey }) => ({ accountId, fileKey })),
    now,
  );
  return erasedPart(registrationDocuments, 'deleted', { rowCount: removed.length });
};
