import {
  type Database,
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  sqlState,
} from '../../platform/database/database.ts';
import { type KeyedLimit, limitByKey } from '../../platform/http/limit.ts';

/*
 * Calls beyond `atOnce` wait before they open a transaction: one that waits for the lock of a class would keep a database
 * connection.
 */
export const CLASS_LIMIT = {
  atOnce: 4,
  waiting: 500,
  timeout: 5_000,
  // Another transaction holds the lock of the class, so the calls in the queue would fail too.
  failsAll: (error: unknown) => [LOCK_TIMEOUT, STATEMENT_TIMEOUT].includes(sqlState(error) ?? ''),
};

/**
 * For transactions within the limit. `lock_timeout` alone is not enough: PostgreSQL starts it again for each lock
 * that a statement waits for, and one on a row needs two.
 */
export const CLASS_TRANSACTION = { statementTimeout: 4_000 };

const limits = new WeakMap<Database, KeyedLimit>();

/** For work that locks the class with this code. Throws 503 if too many calls wait, or one waits too long. */
export const withinClassLimit = <T>(db: Database, code: string, work: () => Promise<T>): Promise<T> => {
  const limit = limits.get(db) ?? limitByKey(CLASS_LIMIT);
  limits.set(db, limit);
  return limit(code, work);
};
