import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../src/platform/database.ts';

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Until so many statements wait for locks that other transactions hold. */
export const untilWaiting = (db: Database, count = 1) =>
  expect.poll(async () => (await db.execute(waiting)).rowCount, { timeout: 10_000 }).toBe(count);
