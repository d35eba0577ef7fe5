import { tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

export type Database = NodePgDatabase & { $client: pg.Pool };
/** The handle inside a transaction. A query on the outer handle would stand outside it: hand this one on. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Executor = Database | Tx;

const casing = { casing: 'snake_case' } as const;

/** Milliseconds; longer than any statement may take, see below. */
const PATIENCE = 12_000;

/** Where to connect and with which settings of PostgreSQL; `options` of the address itself come after ours and win. */
export const connectionTo = (url: string, settings: Readonly<Record<string, string | number>>) => {
  const address = new URL(url);
  const own = address.searchParams.get('options');
  address.searchParams.delete('options');
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { connectionString: address.href, options: [...ours, ...(own ? [own] : [])].join(' ') };
};

/** Of every connection that serves requests. */
const serving = {
  lock_timeout: '3s',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  timezone: 'Asia/Taipei',
  // A prepared statement is planned once for all values: planning costs more than most of them do.
  plan_cache_mode: 'force_generic_plan',
};

const open = (config: pg.PoolConfig): Database => {
  const pool = new pg.Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle(pool, casing);
};

/** A pool on `url`. Losing PostgreSQL costs answers (503), never the process. */
export const connect = (url: string, { max = 10, patience = PATIENCE } = {}): Database =>
  open({
    ...connectionTo(url, serving),
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A connection can fall silent without a word, its server moved or a firewall restarted: nobody else would notice.
    query_timeout: patience,
  });

/** One connection of its own to the same database, which waits for no request; it is given up after `patience` ms. */
export const connectBeside = (db: Database, patience: number): Database =>
  open({ ...db.$client.options, max: 1, connectionTimeoutMillis: patience, query_timeout: patience });

/** The SQLSTATE of an error from the database, however deep it is wrapped. */
export const sqlState = (error: unknown): string | undefined => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
};

/** The name of the constraint or index that refused a row. */
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

/** There is no connection, it was lost, or it has fallen silent. */
export const isDatabaseAway = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && networkCodes.has(at.code)) return true;
    if (awayMessages.test(at.message)) return true;
  }
  return false;
};

/** Tells of every transaction; without a listener it does nothing. */
export const transactions = tracingChannel<unknown, object>('portal:transaction');

/** Drizzle's own `transaction` of a pool never gives a connection back on which BEGIN fails. */
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

/** A lock time-out is not among them: whoever waited for three seconds holds a connection that others need. */
const passing = new Set(['40001', '40P01']);
const TRIES = 4;

/**
 * Runs `work` in a READ COMMITTED transaction; a serialisation failure or a dead-lock is tried again three
 * times with jitter. `work` must be free of effects outside the transaction.
 */
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
