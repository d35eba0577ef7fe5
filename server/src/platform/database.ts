import { tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

export type Database = NodePgDatabase & { $client: pg.Pool };
/** Queries on the outer handle run outside the transaction. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Executor = Database | Tx;

const casing = { casing: 'snake_case' } as const;

/** Milliseconds; longer than `statement_timeout` below. */
const PATIENCE = 12_000;

/** `options` in the URL override ours. */
export const connectionTo = (url: string, settings: Readonly<Record<string, string | number>>) => {
  const address = new URL(url);
  const own = address.searchParams.get('options');
  address.searchParams.delete('options');
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { connectionString: address.href, options: [...ours, ...(own ? [own] : [])].join(' ') };
};

const serving = {
  lock_timeout: '3s',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  timezone: 'Asia/Taipei',
  // Plan prepared statements once for all values: planning costs more than running most of them.
  plan_cache_mode: 'force_generic_plan',
};

const open = (config: pg.PoolConfig): Database => {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, casing);
};

/** If PostgreSQL is lost, requests get 503 and the process goes on. */
export const connect = (url: string, { max = 10, patience = PATIENCE } = {}): Database =>
  open({
    ...connectionTo(url, serving),
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Detects connections that hang without an error, for example after a failover or a firewall restart.
    query_timeout: patience,
  });

/** Outside the pool. `patience`: milliseconds. */
export const connectBeside = (db: Database, patience: number): Database =>
  open({ ...db.$client.options, max: 1, connectionTimeoutMillis: patience, query_timeout: patience });

/** Also of a wrapped error. */
export const sqlState = (error: unknown): string | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
};

export const violatedConstraint = (error: unknown): string | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint;
  }
  return undefined;
};

type NoSchema = Record<string, never>;

const dialect = new PgDialect(casing);

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND']);
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

export const isDatabaseAway = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && networkCodes.has(at.code)) return true;
    if (awayMessages.test(at.message)) return true;
  }
  return false;
};

export const transactions = tracingChannel<unknown, object>('portal:transaction');

/** Replaces Drizzle's `transaction`, which leaks the pool connection if BEGIN fails. */
const transact = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await db.$client.connect();
  let isLost = false;
  try {
    const session = new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(
      client,
      dialect,
      undefined,
    );
    return await session.transaction(work);
  } catch (error) {
    isLost = isDatabaseAway(error);
    throw error;
  } finally {
    client.release(isLost);
  }
};

/** SQLSTATEs to retry. Not lock timeouts: such a transaction has already held its connection for three seconds. */
const passing = new Set(['40001', '40P01']);
const TRIES = 4;

/** READ COMMITTED. Retries serialization failures and deadlocks three times: `work` must have no other effects. */
export const inTransaction = async <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactions.tracePromise(() => transact(db, work), {});
    } catch (error) {
      if (attempt === TRIES || !passing.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 50 * 2 ** attempt);
    }
  }
};
