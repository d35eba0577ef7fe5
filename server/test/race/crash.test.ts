import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as contract from '@portal/contract/enrolment';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/check-data.ts';
import { CLASS_QUEUE } from '../../src/enrolment/class-queue.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import type { Database } from '../../src/platform/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { look, lookAt } from './look.ts';
import { launchServer, loadingTime, type ServerProcess, startServer } from './server-process.ts';

const CHECK_DATA = fileURLToPath(new URL('../../src/check-data.ts', import.meta.url));

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

const enrol = (server: ServerProcess, { token }: Person, code: string) =>
  server.call(contract.enrol, { token, body: { code } });

/** Connections of one server. */
const POOL = 10;
const KILLS = 10;
const AT_ONCE = 12;
const PER_KILL = 150;

test('a server killed ten times keeps every enrolment that it confirmed, and none in part', async () => {
  const [DATA_DIR, loading] = [await newFolder(), await loadingTime()];
  let server = await start({ DATA_DIR });
  const { opening, crowd } = await look(DATA_DIR, async (db) => ({
    opening: await buildOpenClass(db, 2000),
    crowd: await buildCrowd(db, KILLS * PER_KILL),
  }));

  const answered: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const people = crowd.slice(kill * PER_KILL, (kill + 1) * PER_KILL);
    const underWay = new Set<Person>();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let person = people.pop(); person; person = people.pop()) {
        underWay.add(person);
        const { status } = await enrol(server, person, opening.code);
        if (status !== 0) underWay.delete(person);
        if (status === 200) answered.push(person.id);
        if (status === 0) return;
      }
    });
    await sleep(40 + 25 * kill);
    server.kill('SIGKILL');
    const caught = [...underWay];
    await Promise.all([...workers, server.exited]);
    // The kill fell among enrolments: some that were asked for before it were never answered.
    expect(caught.filter((person) => underWay.has(person))).not.toEqual([]);
    server = await start({ DATA_DIR });
    expect(server.readyAfter).toBeLessThan(Math.max(5_000, 5 * loading));
  }

  await look(DATA_DIR, async (db) => {
    const kept = await db
      .select({ accountId: registrations.accountId })
      .from(registrations)
      .where(eq(registrations.classId, opening.id));
    const ids = kept.map(({ accountId }) => accountId);
    expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
    // It was killed in the middle of something, not before or after it all.
    expect(answered.length).toBeGreaterThan(KILLS);
    expect(ids.length).toBeLessThan(crowd.length);
    // Seats, rows and events belong together, and so does the mail.
    expect(await checkData(db)).toEqual([]);
    expect(await db.$count(mails, eq(mails.template, 'enrolled'))).toBe(ids.length);
  });
  await checkedFromOutside(DATA_DIR);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

/** Runs the check as an operator would, while the portal serves. */
const checkedFromOutside = async (DATA_DIR: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK_DATA], { env: { DATA_DIR } });
  expect(stdout).toMatch(/^✓ \d+ rules hold/);
};

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

/** The most requests that may wait for one class's lock. */
const classLineWaits = async (db: Database) => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await db.execute(waiting)).rows.length < CLASS_QUEUE.atOnce) await sleep(10);
};

test('a server told to stop answers 50 requests under way and then ends', async () => {
  const DATA_DIR = await newFolder();
  const server = await start({ DATA_DIR });
  await look(DATA_DIR, async (db) => {
    const [opening, crowd] = [await buildOpenClass(db, 100), await buildCrowd(db, 50)];
    // The held class row makes all of them wait.
    const holder = await db.$client.connect();
    await holder.query('begin');
    await holder.query('select from classes where id = $1 for update', [opening.id]);
    const replies = Promise.all(crowd.map((person) => enrol(server, person, opening.code)));
    await classLineWaits(db);
    // And the others for their turn.
    await sleep(300);
    server.kill('SIGTERM');
    const told = performance.now();
    await sleep(300);
    await holder.query('commit');
    holder.release();
    expect((await replies).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await server.exited).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - told).toBeLessThan(10_000);
  });
});

test('while PostgreSQL is down two servers answer 503, lose nothing, and recover within five seconds', async () => {
  const dataDir = await newFolder();
  let postgres = await startEmbeddedPostgres({ dataDir });
  const { ownerUrl: url } = postgres;
  await migrate(url);
  const settings = async () => ({ DATABASE_URL: url, DATA_DIR: await newFolder() });
  const servers = [await start(await settings()), await start(await settings())] as const;
  const { reader, crowd, opening } = await lookAt(url, async (db) => {
    const [reader, ...crowd] = await buildCrowd(db, 1_500);
    if (!reader) throw new Error('nobody came');
    return { reader, crowd, opening: await buildOpenClass(db, 2_000) };
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
      const { status } = await enrol(server, person, opening.code);
      seen.writes.add(status);
      if (status === 200) answered.push(person.id);
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
  const back = performance.now();
  for (const server of servers) {
    while ((await ask(server)) !== 200) expect(performance.now() - back).toBeLessThan(5_000);
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
