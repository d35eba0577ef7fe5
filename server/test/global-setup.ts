import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/database/migrate.ts';
import { administer, databaseUrl, dropDatabase } from './database.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

interface RunDatabase {
  readonly server: { url: string; close(): Promise<void> };
  readonly template: string;
}

/** Vitest loads this file for each project, in one process. */
const run = globalThis as typeof globalThis & { runDatabase?: Promise<RunDatabase>; projects?: number };

/**
 * One PostgreSQL for all projects of a run: `TEST_DATABASE_URL`, or an embedded one which is gone when the last project
 * ends.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.projects = (run.projects ?? 0) + 1;
  run.runDatabase ??= createRunDatabase();
  const database = await run.runDatabase;
  const { server, template } = database;
  project.provide('databaseServer', { url: server.url, template });
  return async () => {
    run.projects = (run.projects ?? 0) - 1;
    if (run.projects > 0) return;
    delete run.runDatabase;
    await remove(database);
  };
}

async function createRunDatabase(): Promise<RunDatabase> {
  const server = await openServer();
  // Runs may share the server of TEST_DATABASE_URL.
  const template = `portal_test_${randomBytes(4).toString('hex')}`;
  try {
    await administer(server.url, (client) =>
      client.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`),
    );
    await migrate(databaseUrl(server.url, template));
    await administer(server.url, (client) =>
      client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`),
    );
  } catch (error) {
    await remove({ server, template });
    throw error;
  }
  return { server, template };
}

async function remove({ server, template }: RunDatabase): Promise<void> {
  try {
    await administer(server.url, (client) => dropAll(client, template));
  } finally {
    await server.close();
  }
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, close: async () => {} } : startScratchPostgres();
}

async function dropAll(client: Parameters<typeof dropDatabase>[0], prefix: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await dropDatabase(client, datname);
}
