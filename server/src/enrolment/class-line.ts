import type { Database } from '../platform/database.ts';
import { type KeyedLimit, limitByKey } from '../platform/limit.ts';

/*
 * Those who take or give back a seat of one class wait for each other's lock on its row, each with a connection in
 * hand. Beyond a few of them they wait here, without one: otherwise a class whose row is held would take the whole
 * pool from all others.
 */
const bounds = { atOnce: 4, waiting: 500, patience: 5_000 };

/** What is scarce is a pool's connections: a line for each class, and such lines for each pool. */
const lines = new WeakMap<Database, KeyedLimit>();

/** Does `work`, which locks the class of that code, when it is its turn. Throws 503 where that takes too long. */
export const inClassLine = <T>(db: Database, code: string, work: () => Promise<T>): Promise<T> => {
  const line = lines.get(db) ?? limitByKey(bounds);
  lines.set(db, line);
  return line(code, work);
};
