import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateByDrizzle } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { administer, databaseUrl, dropDatabase } from '../database.ts';
import { withNextVersion } from '../next-version.ts';
import { startServer } from '../race/server-process.ts';
import { fillBig, type Served, serveAsBefore } from './big-database.ts';

const READING = 12_000;

const { url, template } = inject('databaseServer');
const big = `${template}_${randomBytes(6).toString('hex')}`;
const copies: string[] = [];

beforeAll(async () => {
  await administer(url, (client) =>
    client.query(`create database ${big} template template0 encoding 'UTF8'`),
  );
  await administer(databaseUrl(url, big), async (client) => {
    await migrate(databaseUrl(url, big));
    await fillBig(client);
  });
}, 3_600_000);

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

test('an old server answers without an error while 400,000 registrations are migrated to a next version', async () => {
  const address = await copyOfBig();
  const told: string[] = [];
  const served = await upgradeUnderLoad(address, (begun) =>
    withNextVersion(async (folder) => {
      begun();
      const started = performance.now();
      await migrate(address, { folder, announce: (message) => told.push(message) });
      console.log(`migrated after ${Math.round(performance.now() - started)} ms`);
    }),
  );
  expect(served.failures).toEqual([]);
  expect(Math.max(...Object.values(served.slowest))).toBeLessThan(3_000);
  expect(told.join('\n')).toContain('waits for a lock');
  // A server of this version still starts on the newer schema.
  const server = await startServer({ DATABASE_URL: address });
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  await server.stop();
});

test('control: with the constraints validated in one waiting transaction it fails', async () => {
  const address = await copyOfBig();
  const served = await upgradeUnderLoad(address, (begun) =>
    withNextVersion(
      async (folder) => {
        begun();
        // A deadlock with those who are served may end it.
        await administer(address, (client) =>
          migrateByDrizzle(drizzle(client), { migrationsFolder: folder }).catch(() => {}),
        );
      },
      (text) => text.replaceAll(' not valid', ''),
    ),
  );
  expect(served.failures.length).toBeGreaterThan(0);
});
