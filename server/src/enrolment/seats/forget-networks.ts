import { and, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { registrations } from '../tables.ts';

/** In milliseconds. By then the registrations are reviewed. */
const NETWORKS_KEPT = 30 * 24 * 3_600_000;

export const forgetNetworks = async (db: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - NETWORKS_KEPT);
  await db
    .update(registrations)
    .set({ network: null })
    .where(and(isNotNull(registrations.network), lt(registrations.createdAt, before)));
};
