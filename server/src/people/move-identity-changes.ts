import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { PersonMove } from '../platform/database/person-move.ts';
import { identityChanges } from './tables.ts';

export const moveIdentityChanges = async (tx: Tx, { from, to }: PersonMove): Promise<number[]> => {
  const moved = await tx
    .update(identityChanges)
    .set({ accountId: to })
    .where(eq(identityChanges.accountId, from))
    .returning({ id: identityChanges.id });
  return moved.map(({ id }) => id);
};

export const returnIdentityChanges = async (
  tx: Tx,
  { from, to }: PersonMove,
  ids: readonly number[],
): Promise<void> => {
  await tx
    .update(identityChanges)
    .set({ accountId: to })
    .where(and(eq(identityChanges.accountId, from), inArray(identityChanges.id, [...ids])));
};
