import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationFault } from '../config.ts';
import { connectionTo } from '../database/database.ts';

/* Single connections for the start of a server, which must not wait for ever. */

/** Milliseconds for queries that return at once. */
const QUERY_TIMEOUT_MS = 10_000;

const silent = () =>
  new ConfigurationFault(
    `資料庫在 ${QUERY_TIMEOUT_MS / 1000} 秒內沒有回應，請檢查 DATABASE_URL (the database did not answer within ${QUERY_TIMEOUT_MS / 1000} seconds; check DATABASE_URL).`,
  );

const orSilent = (error: unknown): unknown =>
  error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message) ? silent() : error;

/** @throws ConfigurationFault if the answer takes longer than ten seconds. */
export const ask = async <Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const question = { text, values, query_timeout: QUERY_TIMEOUT_MS };
  try {
    return (await client.query<Row>(question)).rows;
  } catch (error) {
    throw orSilent(error);
  }
};

/** @throws ConfigurationFault if connecting takes longer than ten seconds. */
export const open = async (databaseUrl: string, settings = {}): Promise<pg.Client> => {
  const client = new pg.Client({
    ...connectionTo(databaseUrl, settings),
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // A lost connection fails the next query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw orSilent(error);
  });
  return client;
};

export const close = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end(), sleep(1_000, undefined, { ref: false })]);
