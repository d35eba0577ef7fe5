import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';

/** Locks a setting even before it exists, when there is no row to lock. */
export const lockSetting = (tx: Tx, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`site setting ${key}`}, 0))`);
