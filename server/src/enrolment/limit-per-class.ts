import type { Database } from '../platform/database.ts';
import { type KeyedLimit, limitByKey } from '../platform/limit.ts';

/*
 * Calls beyond `atOnce` wait without a database connection, because a transaction that waits for the lock of a class
 * keeps its connection.
 */
export const CLASS_LIMIT = { atOnce: 4, waiting: 500, timeout: 5_000 };

const limits = new WeakMap<Database, KeyedLimit>();

/** For work that locks the class with this code. Throws 503 if too many calls wait, or one waits too long. */
export const withinClassLimit = <T>(db: Database, code: string, work: () => Promise<T>): Promise<T> => {
  const limit = limits.get(db) ?? limitByKey(CLASS_LIMIT);
  limits.set(db, limit);
  return limit(code, work);
};
