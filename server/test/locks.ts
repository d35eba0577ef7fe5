import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { type Database, inTransaction, type Tx } from '../src/platform/database/database.ts';

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** The statements that wait for locks of other transactions. */
export const countWaiting = async (db: Database): Promise<number> =>
  (await db.execute(waiting)).rowCount ?? 0;

type CountWaiting = () => Promise<number>;

/** Waits until each of the calls waits for a lock of another transaction, or one is answered; returns what it answered. */
const answerInstead = async (
  count: CountWaiting,
  calls: readonly Promise<unknown>[],
): Promise<{ answer: unknown } | null> => {
  let answered: { answer: unknown } | null = null;
  const note = (answer: unknown) => {
    answered ??= { answer };
  };
  for (const call of calls) call.then(note, note);
  await expect.poll(async () => answered !== null || (await count()) === calls.length).toBe(true);
  return answered;
};

/** Whether the call waits for a lock of another transaction, and is not answered. */
export const isWaiting = async (db: Database, call: Promise<unknown>): Promise<boolean> =>
  (await answerInstead(() => countWaiting(db), [call])) === null;

/** Resolves when each of the calls waits for a lock of another transaction. Fails as soon as one is answered instead. */
export const untilAllWait = async (
  count: CountWaiting,
  calls: readonly Promise<unknown>[],
): Promise<void> => {
  const instead = await answerInstead(count, calls);
  if (instead) throw new Error(`A call that was to wait was answered: ${inspect(instead.answer)}`);
};

export const untilWaiting = (db: Database, ...calls: readonly Promise<unknown>[]): Promise<void> =>
  untilAllWait(() => countWaiting(db), calls);

/** Starts `act` while another transaction has done its work but not committed, and then lets that one commit. */
export const actDuring = async <T>(
  db: Database,
  work: (tx: Tx) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> => {
  const { outcome } = await inTransaction(db, async (tx) => {
    await work(tx);
    const begun = act();
    await untilWaiting(db, begun);
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
    await untilWaiting(db, started);
    const found = await db.execute<{ id: string }>(
      sql`select id from ${table} where id in ${ids} order by id for no key update skip locked`,
    );
    free = found.rows.map(({ id }) => Number(id));
    return { begun: started };
  });
  await begun;
  return free;
};
