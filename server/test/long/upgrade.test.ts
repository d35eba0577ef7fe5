import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateByDrizzle } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/platform/database.ts';
import { administer, databaseUrl, dropDatabase } from '../database.ts';
import { withOlderMigrations } from '../older-migrations.ts';
import { launchServer } from '../race/server-process.ts';
import { fillBig, type Served, serveAsBefore } from './big-database.ts';

/** The migrations up to 0003: what came after them changed the rules of every large table. */
const OLDER = 4;
const READING = 12_000;

const { url, template } = inject('databaseServer');
const big = `${template}_${randomBytes(6).toString('hex')}`;
const copies: string[] = [];

beforeAll(async () => {
  await administer(url, (client) =>
    client.query(`create database ${big} template template0 encoding 'UTF8'`),
  );
  await administer(databaseUrl(url, big), async (client) => {
    await withOlderMigrations(OLDER, (folder) =>
      migrateByDrizzle(drizzle(client), { migrationsFolder: folder }),
    );
    await fillBig(client);
  });
}, 600_000);

afterAll(() =>
  administer(url, async (client) => {
    for (const name of [...copies, big]) await dropDatabase(client, name);
  }),
);

const copyOfBig = async () => {
  const name = `${big}_${copies.length}`;
  await administer(url, (client) => client.query(`create database ${name} template ${big}`));
  copies.push(name);
  return databaseUrl(url, name);
};

/**
 * Upgrades while an old server is under load and a report reads the registrations. The report runs for twelve seconds more
 * after the upgrade has begun.
 */
const upgradeUnderLoad = async (
  address: string,
  upgrade: (begun: () => void) => Promise<unknown>,
): Promise<Served> => {
  const old = connect(address);
  const stop = serveAsBefore(old.$client);
  const reader = new pg.Client({ connectionString: address });
  await reader.connect();
  await reader.query('begin; select count(*) from registrations');
  const begun = Promise.withResolvers<void>();
  const left = begun.promise.then(() => sleep(READING)).then(() => reader.query('commit'));
  try {
    await upgrade(begun.resolve);
  } finally {
    begun.resolve();
    await left;
    await reader.end();
  }
  // It goes on beside the new one.
  await sleep(2_000);
  const served = await stop();
  await old.$client.end();
  console.log(JSON.stringify({ ...served, failures: served.failures.length }));
  return served;
};

test('an old server answers without an error while a new one migrates 400,000 registrations and starts', async () => {
  const address = await copyOfBig();
  const server = launchServer({ DATABASE_URL: address, LOG_LEVEL: 'info' });
  const heard = (text: string) =>
    expect.poll(server.output, { timeout: 500_000, interval: 200 }).toContain(text);
  const served = await upgradeUnderLoad(address, async (begun) => {
    await heard('(migration 0004');
    begun();
    const started = performance.now();
    await heard('學員訓練報名網：');
    console.log(`migrated and listening after ${Math.round(performance.now() - started)} ms`);
  });
  const [at = ''] = /http:\/\/[^\s"]+/.exec(server.output()) ?? [];
  expect((await fetch(`${at}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  await server.exited;
  expect(served.failures).toEqual([]);
  expect(Math.max(...Object.values(served.slowest))).toBeLessThan(3_000);
  expect(server.output()).toContain('waits for a lock');
});

test('control: with the constraints validated in one waiting transaction it fails', async () => {
  const address = await copyOfBig();
  const served = await upgradeUnderLoad(address, (begun) =>
    withOlderMigrations(OLDER + 1, async (folder) => {
      begun();
      const file = path.join(folder, '0004_rules_in_sql.sql');
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(' NOT VALID', ''));
      // A dead-lock with those who are served may end it.
      await administer(address, (client) =>
        migrateByDrizzle(drizzle(client), { migrationsFolder: folder }).catch(() => {}),
      );
    }),
  );
  expect(served.failures.length).toBeGreaterThan(0);
});
