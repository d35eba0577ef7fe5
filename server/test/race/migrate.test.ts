import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrationsFolder, OUTSIDE } from '../../src/platform/database/migrations.ts';
import { administer, databaseUrl, dropDatabase } from '../database.ts';
import { startServer } from './server-process.ts';

const { url, template } = inject('databaseServer');
const [guarded, unguarded] = [1, 2].map(() => `${template}_${randomBytes(6).toString('hex')}`) as [
  string,
  string,
];

beforeAll(() =>
  administer(url, async (client) => {
    for (const name of [guarded, unguarded])
      await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  }),
);

afterAll(() =>
  administer(url, async (client) => {
    for (const name of [guarded, unguarded]) await dropDatabase(client, name);
  }),
);

test('five servers that start simultaneously migrate an empty database once, and all serve', async () => {
  const DATABASE_URL = databaseUrl(url, guarded);
  const servers = await Promise.all(Array.from({ length: 5 }, () => startServer({ DATABASE_URL })));
  for (const { address } of servers) expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
  const { rows } = await administer(DATABASE_URL, (client) =>
    client.query(
      'select count(*)::int as all, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
    ),
  );
  expect(rows).toEqual([{ all: files.length, different: files.length }]);
  for (const { code } of await Promise.all(servers.map((server) => server.stop()))) expect(code).toBe(0);
});

/** The migrations before the first one that PostgreSQL refuses inside a transaction: the package runs all in one. */
const copyFirstMigrations = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-migrations-'));
  await cp(migrationsFolder, folder, { recursive: true });
  const journal = path.join(folder, 'meta', '_journal.json');
  const { entries, ...head } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] };
  const texts = await Promise.all(
    entries.map(({ tag }) => readFile(path.join(folder, `${tag}.sql`), 'utf8')),
  );
  const first = entries.slice(
    0,
    texts.findIndex((text) => text.startsWith(OUTSIDE)),
  );
  await writeFile(journal, JSON.stringify({ ...head, entries: first }));
  return folder;
};

test('control: without the lock their migrations conflict', async () => {
  const connectionString = databaseUrl(url, unguarded);
  const folder = await copyFirstMigrations();
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      administer(connectionString, (client) =>
        applyMigrations(drizzle(client), { migrationsFolder: folder }),
      ),
    ),
  );
  await rm(folder, { recursive: true });
  expect(results.map(({ status }) => status)).toContain('rejected');
  expect(results.map(({ status }) => status)).toContain('fulfilled');
});
