import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq, sql, sum } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueForClass } from '../../src/certificates/desk/issue-for-class.ts';
import { certificateContents, certificates } from '../../src/certificates/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { type JobRunner, runNextJob } from '../../src/jobs/run-job.ts';
import { jobs } from '../../src/jobs/tables.ts';
import { readConfig } from '../../src/platform/config.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { openFiles } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { jobKinds } from '../../src/timers/job-kinds.ts';
import { NOW } from '../app.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass, buildCourse } from '../factories/catalogue.ts';
import { buildRegistration } from '../factories/registration.ts';
import { asStaff, buildStaff, grant } from '../factories/staff.ts';
import { connectForRaces } from './concurrently.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { connectWithoutGuards, type RemoveGuard, withoutRowLocks } from './without-guards.ts';

/* Two officers issue the certificates of the same class at once; two servers work on it. */

const PEOPLE = 24;
const DAY = 86_400_000;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const config = readConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' });
const runnerOn = (at: Database): JobRunner => ({
  ...{ db: at, config, files: openFiles(config), log: createLog('silent') },
  ...{ kinds: jobKinds, publicUrl: 'https://portal.test', clock: () => NOW },
});

/** A class whose people have all passed, with a job of each of two officers. */
const buildIssuing = async (db: Database, code: string, now = NOW) => {
  const course = await buildCourse(db, { code, chineseName: `${code} 訓練` });
  const trainingClass = await buildClass(db, {
    ...{ courseId: course.id, state: 'closed', fee: 0, limitNumber: PEOPLE },
    ...{ startTime: new Date(now.getTime() - 3 * DAY), endTime: new Date(now.getTime() - 2 * DAY) },
  });
  for (let n = 0; n < PEOPLE; n++) {
    const account = await buildAccount(db, { photoKey: `photos/${n}` });
    await buildRegistration(db, { class: trainingClass, account, state: 'confirmed', result: 1 });
  }
  for (let n = 0; n < 2; n++) {
    const grants = [grant('officer')];
    const actor = asStaff(await buildStaff(db, { grants }), grants);
    await inTransaction(db, (tx) => issueForClass(tx, { classId: trainingClass.id }, { actor, now }));
  }
  return course;
};

const workOff = async (at: Database) => {
  while (await runNextJob(runnerOn(at)));
};

/** The serial numbers given out for the course, and how many certificates each person got. */
const outcome = async (db: Database, { id }: { id: number }) => {
  const rows = await db
    .select({ accountId: certificates.accountId, serial: certificateContents.serial })
    .from(certificates)
    .innerJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(eq(certificates.courseId, id))
    .orderBy(asc(certificateContents.serial));
  const perPerson = [...Map.groupBy(rows, ({ accountId }) => accountId).values()];
  return { serials: rows.map(({ serial }) => serial), counts: perPerson.map(({ length }) => length) };
};

const connectAs = (name: string): Database => {
  const url = new URL(database.url);
  url.searchParams.set('application_name', name);
  return connectPatiently(url.href);
};

const everybody = Array.from({ length: PEOPLE }, (_, n) => n + 1);
const once = { serials: everybody, counts: everybody.map(() => 1) };
const isUnfinished = sql`${jobs.state} in ('queued', 'running')`;

const KILLS = 4;

/** Closes connections in the middle of their transactions, as those of a killed server, and ends the leases. */
const killNow = (application: string) =>
  db.execute(sql`
    with killed as (
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${application} and backend_xid is not null limit 1)
    select count(*)::int as count from killed`);

test('everybody gets one certificate and no number is missing, also if servers are killed', async () => {
  const course = await buildIssuing(db, 'RACE1');
  const [first, second] = [connectAs('first'), connectAs('second')];
  let [isOver, kills] = [false, 0];
  const kill = async () => {
    while (!isOver) {
      for (const name of ['first', 'second'])
        if (kills < KILLS) kills += Number((await killNow(name)).rows[0]?.count ?? 0);
      await db.execute(sql`update jobs set due_at = ${NOW} where state in ('queued', 'running')`);
      await sleep(2);
    }
  };
  const killing = kill();
  // A server whose connection was closed starts again.
  while ((await db.$count(jobs, isUnfinished)) > 0)
    await Promise.allSettled([workOff(first), workOff(second)]);
  isOver = true;
  await killing;
  await Promise.all([first.$client.end(), second.$client.end()]);

  expect(kills).toBeGreaterThan(0);
  expect(await outcome(db, course)).toEqual(once);
  expect(await db.select({ state: jobs.state, done: jobs.done }).from(jobs)).toEqual([
    { state: 'done', done: PEOPLE },
    { state: 'done', done: PEOPLE },
  ]);
  expect(await checkData(db)).toEqual([]);
});

test('nor if the processes of both servers are killed, one after the other', async () => {
  const own = await createTestDatabase();
  const ownDb = connectForRaces(own.url);
  const servers: ServerProcess[] = [];
  const start = async () => {
    servers.push(await startServer({ DATABASE_URL: own.url }));
  };
  await Promise.all([start(), start()]);
  const course = await buildIssuing(ownDb, 'KILL1', new Date());
  const doneItems = async () => Number((await ownDb.select({ n: sum(jobs.done) }).from(jobs))[0]?.n);
  for (const reached of [PEOPLE / 4, PEOPLE / 2]) {
    await expect.poll(doneItems, { interval: 2 }).toBeGreaterThanOrEqual(reached);
    const server = servers.shift();
    server?.kill('SIGKILL');
    await server?.exited;
    expect(await ownDb.$count(jobs, isUnfinished)).toBeGreaterThan(0);
    // Ends the leases of the killed server.
    await ownDb.execute(sql`update jobs set due_at = now() where ${isUnfinished}`);
  }
  await start();
  await expect.poll(() => ownDb.$count(jobs, isUnfinished)).toBe(0);
  expect(await outcome(ownDb, course)).toEqual(once);
  expect(await checkData(ownDb)).toEqual([]);
  for (const server of servers) await server.stop();
  await ownDb.$client.end();
  await own.drop();
});

/** The jobs keep theirs. */
const withoutLocks: RemoveGuard = (text) =>
  / for (no key )?update (of job|skip locked)/.test(text) ? text : withoutRowLocks(text);

test('control: without the lock on the person and the index somebody gets two', async () => {
  await db.execute(sql`drop index certificates_one_valid`);
  const course = await buildIssuing(db, 'RACE2');
  const unlocked = connectWithoutGuards(database.url, withoutLocks);
  await Promise.all([workOff(unlocked), workOff(unlocked)]);
  await unlocked.$client.end();
  expect((await outcome(db, course)).counts.some((count) => count > 1)).toBe(true);
});
