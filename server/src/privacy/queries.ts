import { desc, eq } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { erasureRequests } from './tables.ts';

export type ErasureRow = typeof erasureRequests.$inferSelect;

export const findErasure = async (db: Executor, accountId: number): Promise<ErasureRow | null> => {
  const [found] = await db
    .select()
    .from(erasureRequests)
    .where(eq(erasureRequests.accountId, accountId))
    .orderBy(desc(erasureRequests.id))
    .limit(1);
  return found ?? null;
};
