import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { type Database, inTransaction, type Tx } from '../src/platform/database.ts';

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when so many statements wait for locks of other transactions. */
export const untilWaiting = (db: Database, count = 1) =>
  expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(count);

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

/**
 * Starts `late` while another transaction keeps the locks of `hold`. Returns those of `ids` that nobody has locked while
 * `late` waits.
 */
export const freeWhileWaiting = async (
  db: Database,
  { table, ids }: { table: PgTable; ids: readonly number[] },
  hold: (tx: Tx) => Promise<unknown>,
  late: (tx: Tx) => Promise<unknown>,
): Promise<number[]> => {
  let free: number[] = [];
  const { begun } = await inTransaction(db, async (tx) => {
    await hold(tx);
    const started = inTransaction(db, late);
    started.catch(() => {});
    await untilWaiting(db);
    const found = await db.execute<{ id: string }>(
      sql`select id from ${table} where id in ${ids} order by id for no key update skip locked`,
    );
    free = found.rows.map(({ id }) => Number(id));
    return { begun: started };
  });
  await begun;
  return free;
};
