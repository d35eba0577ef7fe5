import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '../src/platform/database/database.ts';

/** Values that the global setup provides to every test file. */
interface DatabaseServer {
  /** URL of a role that may create databases. */
  url: string;
  /** Migrated, empty, and closed to connections, so that it can be copied at any moment. */
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

export interface TestDatabase {
  url: string;
  /** Drops the database, and ends the connections that a failed test left open. */
  drop(): Promise<void>;
}

/** Lock timeouts of two minutes, and all other limits of a connection in proportion: no test may pass or fail by them. */
export const TIMEOUT_FACTOR = 40;

/** A pool with these limits, beside that of a portal. */
export const connectPatiently = (
  url: string,
  options: Omit<NonNullable<Parameters<typeof connect>[1]>, 'timeoutFactor'> = {},
): Database => connect(url, { ...options, timeoutFactor: TIMEOUT_FACTOR });

const OBJECT_IN_USE = '55006';

async function copyDatabase(client: pg.Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copies the files: without fsync that is twice as fast as writing each page to the log.
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === 20) throw error;
      await sleep(50 * Math.random() + 20);
    }
  }
}

/**
 * A database for one test file: migrated and empty, or a copy of `template`. The names start with the global setup's
 * template, which sweeps by it.
 */
export async function createTestDatabase(
  template = inject('databaseServer').template,
): Promise<TestDatabase> {
  const { url } = inject('databaseServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await administer(url, (client) => copyDatabase(client, template, name));
  return {
    url: databaseUrl(url, name),
    drop: () => administer(url, (client) => dropDatabase(client, name)),
  };
}

/** Returns the name of a template for several test files. The first file fills it while the others wait. */
export async function shareTemplate(name: string, fill: (url: string) => Promise<void>): Promise<string> {
  const { url, template } = inject('databaseServer');
  const shared = `${template}_${name}`;
  await administer(url, async (client) => {
    // The lock is held until this connection ends.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [shared]);
    const filled = await client.query('SELECT FROM pg_database WHERE datname = $1 AND NOT datallowconn', [
      shared,
    ]);
    if (filled.rowCount === 1) return;
    await dropDatabase(client, shared);
    await copyDatabase(client, template, shared);
    await fill(databaseUrl(url, shared));
    await client.query(`ALTER DATABASE ${shared} ALLOW_CONNECTIONS false`);
  });
  return shared;
}

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    // Waits for connections that are about to close, and sends PostgreSQL's own workers away, which force may not.
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

export async function administer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
