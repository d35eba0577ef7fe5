import { tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

export type Database = NodePgDatabase & { $client: pg.Pool };
/** Use it for every query inside a transaction: queries on the `Database` run outside it. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Executor = Database | Tx;

const casing = { casing: 'snake_case' } as const;

/** In milliseconds; longer than `statement_timeout` below. */
const QUERY_TIMEOUT_MS = 12_000;

export const SERIALIZATION_FAILURE = '40001';
export const DEADLOCK = '40P01';
export const LOCK_TIMEOUT = '55P03';
export const STATEMENT_TIMEOUT = '57014';
export const READ_ONLY = '25006';
/** 08: no connection; 53: too few resources; 57P: PostgreSQL is stopping. */
export const UNAVAILABLE_STATES = /^(08|53|57P)/;

/** Options in the URL override `settings`. */
export const connectionTo = (url: string, settings: Readonly<Record<string, string | number>>) => {
  const address = new URL(url);
  const own = address.searchParams.get('options');
  address.searchParams.delete('options');
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { connectionString: address.href, options: [...ours, ...(own ? [own] : [])].join(' ') };
};

const serving = (timeoutFactor: number) => ({
  lock_timeout: 3_000 * timeoutFactor,
  statement_timeout: 10_000 * timeoutFactor,
  idle_in_transaction_session_timeout: 15_000 * timeoutFactor,
  timezone: 'Asia/Taipei',
  // Plan prepared statements once for all values: planning costs more than running most of them.
  plan_cache_mode: 'force_generic_plan',
  // Each reads a few rows, though such a plan may expect many: starting helpers or compiling would take longer.
  max_parallel_workers_per_gather: 0,
  jit: 'off',
});

interface ConnectOptions {
  readonly max?: number;
  /** In milliseconds. */
  readonly timeout?: number;
  /** Everything may take so many times as long. For tests: on a busy machine a step waits long for another. */
  readonly timeoutFactor?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Holds the `timeoutFactor` of each pool that has one of its own. */
const timeoutFactorOfPool = new WeakMap<pg.Pool, number>();

export const timeoutFactorOf = (db: Database): number => timeoutFactorOfPool.get(db.$client) ?? 1;

/** Ends the idle connections of a pool; those in use stay. */
const dropIdle = (pool: pg.Pool): void => {
  for (let count = pool.idleCount; count > 0; count--)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
};

/** In milliseconds. If every write to a read-only database dropped the connections, reads would have none. */
const DROP_INTERVAL_MS = 1_000;

/** Connections to a former primary stay read-only. When one is found, the pool drops its idle connections too. */
const dropReadOnly = (pool: pg.Pool): void => {
  let droppedAt = Number.NEGATIVE_INFINITY;
  pool.on('release', (error: Error | boolean | undefined) => {
    if (sqlState(error) !== READ_ONLY || performance.now() - droppedAt < DROP_INTERVAL_MS) return;
    droppedAt = performance.now();
    dropIdle(pool);
  });
};

const open = (config: pg.PoolConfig): Database => {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  dropReadOnly(pool);
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, casing);
};

/** If PostgreSQL is lost, requests get 503 and the process goes on. */
export const connect = (
  url: string,
  {
    max = 10,
    timeoutFactor = 1,
    timeout = QUERY_TIMEOUT_MS * timeoutFactor,
    settings = {},
  }: ConnectOptions = {},
): Database => {
  const db = open({
    ...connectionTo(url, { ...serving(timeoutFactor), ...settings }),
    max,
    connectionTimeoutMillis: 2_000 * timeoutFactor,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Sends a statement without waiting for the answer to the one before it.
    pipeline: true,
    // Detects connections that hang without an error, for example after a failover or a firewall restart.
    query_timeout: timeout,
  });
  timeoutFactorOfPool.set(db.$client, timeoutFactor);
  return db;
};

interface OutsidePool {
  /** In milliseconds. */
  readonly timeout: number;
  /** In seconds. The new connection that follows uses the present settings of the database. */
  readonly lifetime: number;
}

/** Opens a connection outside the pool. */
export const connectOutsidePool = (db: Database, { timeout, lifetime }: OutsidePool): Database =>
  open({
    ...db.$client.options,
    max: 1,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    maxLifetimeSeconds: lifetime,
  });

/** Returns the SQLSTATE of the error, or of the error that it wraps. */
export const sqlState = (error: unknown): string | undefined => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string' && /^[0-9A-Z]{5}$/.test(link.code)) return link.code;
  }
  return undefined;
};

type NoSchema = Record<string, never>;

const dialect = new PgDialect(casing);

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND']);
const lostConnectionMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

export const isDatabaseUnavailable = (error: unknown): boolean => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string' && networkCodes.has(link.code)) return true;
    if (lostConnectionMessages.test(link.message)) return true;
  }
  return false;
};

export const transactionTracing = tracingChannel<unknown, object>('portal:transaction');

/**
 * Sends BEGIN together with the selects right after it, which saves round trips. Other statements wait for the answer
 * to BEGIN: if it failed, they would be committed alone.
 */
const withoutWaitForBegin = (client: pg.PoolClient, beginning: string): pg.PoolClient => {
  let begun: Promise<unknown> = Promise.resolve();
  const begin = async () => {
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    begun = client.query(beginning);
    begun.catch(() => {});
    return { rows: [] };
  };
  const query = async (config: pg.QueryConfig, values: unknown[]) => {
    if (config.text === 'begin') return begin();
    if (!config.text.startsWith('select')) await begun;
    const [answer] = await Promise.all([client.query(config, values), begun]);
    return answer;
  };
  return Object.create(client, { query: { value: query } });
};

export interface TransactionOptions {
  /**
   * In milliseconds, for the whole transaction and the wait for a connection. Without it, each statement and each wait
   * for a lock has a limit of its own.
   */
  readonly timeout?: number;
}

/** In milliseconds. After a shorter wait the limit of the next statement is not reduced, which saves a round trip. */
const UNNOTICED_WAIT_MS = 250;
/** In milliseconds. A statement gets at least this, also when the time of the transaction is over. */
const LEAST_TIMEOUT_MS = 500;

/** Starts a limit. The returned function gives the milliseconds that are left, at least `LEAST_TIMEOUT_MS`. */
const countDown = (limit: number): (() => number) => {
  const began = performance.now();
  return () => Math.max(Math.round(limit - (performance.now() - began)), LEAST_TIMEOUT_MS);
};

const ENDS_TRANSACTION = /^(commit|rollback)/;

/** Gives each statement what the waits before it have left of the limit. */
const withTimeLeft = (client: pg.PoolClient, timeLeft: () => number): pg.PoolClient => {
  let given = timeLeft();
  const query = async (config: pg.QueryConfig, values: unknown[]) => {
    const left = timeLeft();
    if (given - left > UNNOTICED_WAIT_MS && !ENDS_TRANSACTION.test(config.text)) {
      given = left;
      await client.query(`set local statement_timeout = ${left}`);
    }
    return client.query(config, values);
  };
  return Object.create(client, { query: { value: query } });
};

/** Replaces Drizzle's `transaction`, which leaks the pool connection if BEGIN fails. */
const transact = async <T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { timeout }: TransactionOptions,
): Promise<T> => {
  const timeLeft = timeout === undefined ? null : countDown(timeout * timeoutFactorOf(db));
  const client = await db.$client.connect();
  let lost: Error | undefined;
  try {
    const session = new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(
      timeLeft
        ? withoutWaitForBegin(
            withTimeLeft(client, timeLeft),
            `begin; set local statement_timeout = ${timeLeft()}`,
          )
        : withoutWaitForBegin(client, 'begin'),
      dialect,
      undefined,
    );
    return await session.transaction(work);
  } catch (error) {
    if (error instanceof Error && (isDatabaseUnavailable(error) || sqlState(error) === READ_ONLY))
      lost = error;
    throw error;
  } finally {
    client.release(lost);
  }
};

/** Lock timeouts are not retried: such a transaction has already held its connection for three seconds. */
const RETRIED_STATES = new Set([SERIALIZATION_FAILURE, DEADLOCK]);
const TRIES = 4;

/** Uses READ COMMITTED. Retries `work` up to three times, so it must have no effects outside the transaction. */
export const inTransaction = async <T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactionTracing.tracePromise(() => transact(db, work, options), {});
    } catch (error) {
      if (attempt === TRIES || !RETRIED_STATES.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 50 * 2 ** attempt);
    }
  }
};
