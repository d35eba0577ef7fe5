import {
  type Database,
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  sqlState,
  type TransactionOptions,
  timeoutFactorOf,
} from '../../platform/database/database.ts';
import { type KeyedLimit, limitByKey } from '../../platform/http/limit.ts';

/** In milliseconds. The longest time of a call, with its waits in the queue, for a connection and for locks. */
const LONGEST_WAIT_MS = 5_000;
/** In milliseconds. A call that waited in the queue as long as it may still has so long for its transaction. */
const LEAST_TRANSACTION_MS = 1_000;
/** In milliseconds. Shorter than the time of a call, so that other calls for the class get their turn. */
const LONGEST_TRANSACTION_MS = 4_000;

/*
 * Calls beyond `atOnce` wait before they open a transaction: one that waits for the lock of a class would keep a database
 * connection.
 */
export const CLASS_LIMIT = {
  atOnce: 4,
  waiting: 500,
  timeout: LONGEST_WAIT_MS - LEAST_TRANSACTION_MS,
  busy: 'crowded' as const,
  // Another transaction holds the lock of the class, so the calls in the queue would fail too.
  failsAll: (error: unknown) => [LOCK_TIMEOUT, STATEMENT_TIMEOUT].includes(sqlState(error) ?? ''),
};

const limits = new WeakMap<Database, KeyedLimit>();

const limitOf = (db: Database): KeyedLimit => {
  const limit =
    limits.get(db) ?? limitByKey({ ...CLASS_LIMIT, timeout: CLASS_LIMIT.timeout * timeoutFactorOf(db) });
  limits.set(db, limit);
  return limit;
};

/**
 * Runs work that locks the class with this code. The transaction gets what the queue has left of the time, because
 * `lock_timeout` starts again for each lock. Throws 503 if too many calls wait, or one waits too long. `since` is the
 * time at which the call began to wait, from `performance.now()`.
 */
export const withinClassLimit = <T>(
  db: Database,
  code: string,
  work: (options: TransactionOptions) => Promise<T>,
  since = performance.now(),
): Promise<T> =>
  limitOf(db)(code, () => {
    const waited = (performance.now() - since) / timeoutFactorOf(db);
    const left = Math.max(LONGEST_WAIT_MS - waited, LEAST_TRANSACTION_MS);
    return work({ timeout: Math.min(left, LONGEST_TRANSACTION_MS) });
  });
