import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { migrate } from '../src/platform/migrate.ts';
import { administer, databaseUrl, dropDatabase } from './database.ts';

/** One PostgreSQL for the whole run: `TEST_DATABASE_URL`, or an embedded one which is gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  // Runs may share the server of TEST_DATABASE_URL.
  const template = `portal_test_${randomBytes(4).toString('hex')}`;

  async function teardown(): Promise<void> {
    try {
      await administer(server.url, (client) => dropAll(client, template));
    } finally {
      await server.close();
    }
  }

  try {
    await administer(server.url, (client) =>
      client.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`),
    );
    await migrate(databaseUrl(server.url, template));
    await administer(server.url, (client) =>
      client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`),
    );
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseServer', { url: server.url, template });
  return teardown;
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, close: async () => {} };

  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300 });
    return {
      url: postgres.ownerUrl,
      async close() {
        await postgres.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function dropAll(client: Parameters<typeof dropDatabase>[0], prefix: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await dropDatabase(client, datname);
}
