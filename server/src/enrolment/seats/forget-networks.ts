import { and, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { registrations } from '../tables.ts';

/** Long enough for all registrations to be reviewed. */
const NETWORK_RETENTION_MS = 30 * 24 * 3_600_000;

/** Removes the network tags of old registrations. */
export const forgetNetworks = async (db: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - NETWORK_RETENTION_MS);
  await db
    .update(registrations)
    .set({ network: null })
    .where(and(isNotNull(registrations.network), lt(registrations.createdAt, before)));
};
