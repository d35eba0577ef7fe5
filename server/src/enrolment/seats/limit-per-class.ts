import {
  type Database,
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  sqlState,
} from '../../platform/database/database.ts';
import { type KeyedLimit, limitByKey } from '../../platform/http/limit.ts';

/*
 * Calls beyond `atOnce` wait without a database connection, because a transaction that waits for the lock of a class
 * keeps its connection.
 */
export const CLASS_LIMIT = {
  atOnce: 4,
  waiting: 500,
  timeout: 5_000,
  // While somebody else locks the class, those who wait would only wait in vain.
  failsAll: (error: unknown) => [LOCK_TIMEOUT, STATEMENT_TIMEOUT].includes(sqlState(error) ?? ''),
};

/**
 * For the transactions within the limit. PostgreSQL counts `lock_timeout` anew for each lock that a statement waits for:
 * first for its turn, then for the row.
 */
export const CLASS_TRANSACTION = { statementTimeout: 4_000 };

const limits = new WeakMap<Database, KeyedLimit>();

/** For work that locks the class with this code. Throws 503 if too many calls wait, or one waits too long. */
export const withinClassLimit = <T>(db: Database, code: string, work: () => Promise<T>): Promise<T> => {
  const limit = limits.get(db) ?? limitByKey(CLASS_LIMIT);
  limits.set(db, limit);
  return limit(code, work);
};
