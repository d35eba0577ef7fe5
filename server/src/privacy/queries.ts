import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { privacyRequests } from './tables.ts';

export type ErasureRow = typeof privacyRequests.$inferSelect;

export const findErasure = async (db: Executor, accountId: number): Promise<ErasureRow | null> => {
  const [found] = await db
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.accountId, accountId), eq(privacyRequests.kind, 'erasure')))
    .orderBy(desc(privacyRequests.id))
    .limit(1);
  return found ?? null;
};
