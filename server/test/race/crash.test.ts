import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@portal/contract/enrolment';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { buildCrowd, buildOpenClass } from './crowd.ts';
import { enrol, expectEnrolmentsToSurvive } from './kills.ts';
import { look, lookAt } from './look.ts';
import { launchServer, loadingTime, type ServerProcess, startServer } from './server-process.ts';

let folders: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-crash-'));
  folders.push(folder);
  return folder;
};

let running: ServerProcess[] = [];
const start = async (settings: Record<string, string>) => {
  const server = await startServer(settings);
  running.push(server);
  return server;
};

beforeAll(() => {
  folders = [];
  running = [];
});

afterAll(async () => {
  for (const server of running) if (server.isAlive()) await server.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Connections of one server. */
const POOL = 10;
test('a server killed twice keeps every enrolment that it confirmed, and none in part', async () =>
  expectEnrolmentsToSurvive({ kills: 2, DATA_DIR: await newFolder(), start }));

test('a second server on the same folder stops within two seconds and names the first', async () => {
  const DATA_DIR = await newFolder();
  const first = await start({ DATA_DIR });
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const second = launchServer({ DATA_DIR });
    const { code, ms } = await second.exited;
    expect(code).toBe(1);
    expect(second.output()).toContain(first.address);
    times.push(ms);
  }
  expect(Math.min(...times)).toBeLessThan(Math.max(2_000, 2 * (await loadingTime())));
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  expect(await first.stop()).toMatchObject({ code: 0 });
});

/** Waits until a batch waits for the lock of the class. All other requests then wait for the next batch. */
const classLineWaits = async (db: Database) => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await db.execute(waiting)).rows.length === 0) await sleep(10);
};

test('a server told to stop answers 50 requests under way and then ends', async () => {
  const DATA_DIR = await newFolder();
  const server = await start({ DATA_DIR });
  await look(DATA_DIR, async (db) => {
    const [trainingClass, crowd] = [await buildOpenClass(db, 100), await buildCrowd(db, 50)];
    // The held class row makes all of them wait.
    const holder = await db.$client.connect();
    await holder.query('begin');
    await holder.query('select from classes where id = $1 for update', [trainingClass.id]);
    const replies = Promise.all(crowd.map((person) => enrol(server, person, trainingClass.code)));
    await classLineWaits(db);
    // All other requests wait for their turn in the queue.
    await sleep(300);
    server.kill('SIGTERM');
    await sleep(300);
    await holder.query('commit');
    holder.release();
    expect((await replies).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await server.exited).toMatchObject({ code: 0, signal: null });
  });
});

test('while PostgreSQL is down two servers answer 503, lose nothing, and recover within five seconds', async () => {
  const dataDir = await newFolder();
  let postgres = await startEmbeddedPostgres({ dataDir });
  const { ownerUrl: url } = postgres;
  await migrate(url);
  const settings = async () => ({ DATABASE_URL: url, DATA_DIR: await newFolder() });
  const servers = [await start(await settings()), await start(await settings())] as const;
  const { reader, crowd, trainingClass } = await lookAt(url, async (db) => {
    const [reader, ...crowd] = await buildCrowd(db, 1_500);
    if (!reader) throw new Error('nobody came');
    return { reader, crowd, trainingClass: await buildOpenClass(db, 2_000) };
  });

  const seen = { reads: new Set<number>(), writes: new Set<number>(), public: new Set<number>() };
  const answered: number[] = [];
  let asking = true;
  const repeat = (each: (server: ServerProcess) => Promise<void>) =>
    servers.flatMap((server) =>
      Array.from({ length: POOL }, async () => {
        while (asking) {
          await each(server);
          await sleep(5);
        }
      }),
    );
  const ask = async (server: ServerProcess) =>
    (await server.call(contract.records, { token: reader.token })).status;
  const asked = Promise.all([
    ...repeat(async (server) => {
      const person = crowd.pop();
      if (!person) return;
      const { status } = await enrol(server, person, trainingClass.code);
      seen.writes.add(status);
      if (status === 200) answered.push(person.id);
      // A refused writer waits, so that people are left to write while PostgreSQL is down.
      else await sleep(100);
    }),
    ...repeat(async (server) => {
      seen.reads.add(await ask(server));
      seen.public.add((await fetch(`${server.address}/api/classes`)).status);
    }),
  ]);
  await sleep(300);
  await postgres.stop();
  await sleep(1_000);
  for (const server of servers) {
    expect(await ask(server)).toBe(503);
    expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  }
  expect(crowd.length).toBeGreaterThan(0);
  postgres = await startEmbeddedPostgres({ dataDir });
  const allowed = Math.max(5_000, 2 * (await loadingTime()));
  const back = performance.now();
  for (const server of servers) {
    while ((await ask(server)) !== 200) expect(performance.now() - back).toBeLessThan(allowed);
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  }
  await sleep(300);
  asking = false;
  await asked;
  for (const statuses of Object.values(seen)) expect([...statuses].sort()).toEqual([200, 503]);
  await lookAt(url, async (db) => {
    const kept = await db.select({ id: registrations.accountId }).from(registrations);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
    expect(await checkData(db)).toEqual([]);
  });
  for (const server of servers) expect(await server.stop()).toMatchObject({ code: 0 });
  await postgres.stop();
});
