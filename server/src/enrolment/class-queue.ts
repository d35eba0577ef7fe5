import type { Database } from '../platform/database.ts';
import { type KeyedLimit, limitByKey } from '../platform/limit.ts';

/*
 * Transactions that change the seats of a class wait for the lock on its row, each with a connection. Beyond this limit
 * they wait without one, so that one busy class cannot use up the pool.
 */
export const CLASS_QUEUE = { atOnce: 4, waiting: 500, patience: 5_000 };

/** Limits by class, separately for each connection pool. */
const limits = new WeakMap<Database, KeyedLimit>();

/**
 * Runs `work`, which locks the class with that code, within the limit of the class. Throws 503 after waiting too long.
 */
export const inClassQueue = <T>(db: Database, code: string, work: () => Promise<T>): Promise<T> => {
  const limit = limits.get(db) ?? limitByKey(CLASS_QUEUE);
  limits.set(db, limit);
  return limit(code, work);
};
