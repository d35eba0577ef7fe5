import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Database, inTransaction, type Tx } from '../src/platform/database.ts';

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when so many statements wait for locks of other transactions. */
export const untilWaiting = (db: Database, count = 1) =>
  expect.poll(async () => (await db.execute(waiting)).rowCount, { timeout: 10_000 }).toBe(count);

/** Starts `act` while another transaction has done its work but not committed, and then lets that one commit. */
export const actDuring = async <T>(
  db: Database,
  work: (tx: Tx) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> => {
  const { outcome } = await inTransaction(db, async (tx) => {
    await work(tx);
    const begun = act();
    begun.catch(() => {});
    await untilWaiting(db);
    return { outcome: begun };
  });
  return outcome;
};
