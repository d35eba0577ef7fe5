import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { bindJobs, defineJob } from '../../src/jobs/job-kind.ts';
import { type JobRunner, runNextJob } from '../../src/jobs/run-job.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openFiles } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { NOW } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildJob } from '../factories/job.ts';
import { asStaff, buildStaff, grant } from '../factories/staff.ts';
import { connectForRaces } from './concurrently.ts';
import { connectWithoutGuards, type RemoveGuard } from './without-guards.ts';

/* Three servers compete for jobs whose leases end again and again, as if each server were too slow for its own. */

const JOBS = 6;
const ITEMS = 8;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  await db.execute(sql`create table work_done (work text)`);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const writing = defineJob<{ name: string }>({
  kind: 'test.write',
  right: 'class.write',
  step: async (tx, { input, key }) => {
    await tx.execute(sql`insert into work_done select ${`${input.name} ${key}`} from pg_sleep(0.005)`);
    return null;
  },
});

const config = readConfig({ DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' });
const runnerOn = (at: Database): JobRunner => ({
  ...{ db: at, config, files: openFiles(config), log: createLog('silent') },
  ...{ kinds: bindJobs([writing]), publicUrl: 'https://portal.test', clock: () => NOW },
});

/** Returns how often each item was worked on. */
const race = async (at: Database): Promise<number[]> => {
  await db.execute(sql`truncate work_done`);
  const actor = asStaff(await buildStaff(db, { grants: [grant('officer')] }), [grant('officer')]);
  const keys = Array.from({ length: ITEMS }, (_, n) => `${n}`);
  for (let n = 0; n < JOBS; n++)
    await buildJob(db, actor, { kind: writing, input: { name: `job ${n}` }, keys });
  const workOff = async () => {
    while (await runNextJob(runnerOn(at)));
  };
  let isOver = false;
  const endLeases = async () => {
    while (!isOver) {
      // A job that others take again and again would use up its attempts.
      await db.execute(sql`update jobs set due_at = ${NOW}, attempts = 0 where state = 'running'`);
      await sleep(1);
    }
  };
  const ending = endLeases();
  await Promise.all([workOff(), workOff(), workOff()]);
  isOver = true;
  await ending;
  // The clock stands still: a job that waits before its next attempt is never due by itself.
  await db.execute(sql`update jobs set due_at = ${NOW} where state in ('queued', 'running')`);
  await workOff();
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from work_done group by work`,
  );
  return rows.map(({ count }) => count);
};

test('servers that take jobs from each other work on each item once', async () => {
  expect(await race(db)).toEqual(Array.from({ length: JOBS * ITEMS }, () => 1));
  expect(await checkData(db)).toEqual([]);
});

const withoutLease: RemoveGuard = (text) =>
  text
    .replace(/ for (no key )?update( of job| skip locked)/, '')
    .replace(/("?)lease_number\1 = (\$\d+)/g, '$1attempts$1 + 0 * $2 >= 0');

test('control: without locks and lease numbers they do items twice', async () => {
  const unguarded = connectWithoutGuards(database.url, withoutLease);
  const isDoneTwice = async () => (await race(unguarded)).some((count) => count > 1);
  // Servers that a busy machine lets run one after the other do not meet: they race again.
  await expect
    .poll(isDoneTwice)
    .toBe(true)
    .finally(() => unguarded.$client.end());
});
