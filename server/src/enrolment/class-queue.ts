import type { Database } from '../platform/database.ts';
import { type KeyedLimit, limitByKey } from '../platform/limit.ts';

/* A transaction that waits for the lock of a class holds a connection: beyond `atOnce`, calls wait without one. */
export const CLASS_QUEUE = { atOnce: 4, waiting: 500, patience: 5_000 };

const limits = new WeakMap<Database, KeyedLimit>();

/** `work` locks the class with that code. Throws 503 after waiting too long. */
export const inClassQueue = <T>(db: Database, code: string, work: () => Promise<T>): Promise<T> => {
  const limit = limits.get(db) ?? limitByKey(CLASS_QUEUE);
  limits.set(db, limit);
  return limit(code, work);
};
