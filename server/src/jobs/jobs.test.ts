import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@portal/contract/office/jobs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { connectPatiently } from '../../test/database.ts';
import { buildOrganization } from '../../test/factories/catalogue.ts';
import { buildJob } from '../../test/factories/job.ts';
import { asStaff, buildStaff, enterAs, grant } from '../../test/factories/staff.ts';
import { auditEvents } from '../audit/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { unusedFiles } from '../platform/tables.ts';
import { staffAccounts, staffRoles } from '../staff/tables.ts';
import { continueJob } from './continue-job.ts';
import { enqueueJob } from './enqueue-job.ts';
import { forgetJobs } from './forget-jobs.ts';
import { bindJobs, defineBatchJob, defineJob, type JobKind } from './job-kind.ts';
import { LEASE_MS } from './lease.ts';
import { rest, restAfter } from './rest.ts';
import { ATTEMPTS_MAX, retryPause, runNextJob } from './run-job.ts';
import { startJob } from './start-job.ts';
import { stopJob } from './stop-job.ts';
import { jobItems, jobs } from './tables.ts';
import { startJobWorker } from './worker.ts';

let portal: TestPortal;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ id: organizationId } = await buildOrganization(portal.db));
  await portal.db.execute(sql`create table work_done (job_key text, by text)`);
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(jobs);
  await portal.db.execute(sql`delete from work_done`);
});

interface Input {
  readonly refuse?: string;
}

/** Functions that run before the item with the key ends. */
const before = new Map<string, () => Promise<void>>();
beforeEach(() => before.clear());

/** Writes its key into a table. */
const writing = defineJob<Input>({
  kind: 'test.write',
  right: 'class.write',
  step: async (tx, { input, key }, { actor }) => {
    await tx.execute(sql`insert into work_done values (${key}, ${actor.name})`);
    await before.get(key)?.();
    if (input.refuse === key) throw new Refusal('class_unknown');
    return `完成 ${key}`;
  },
});
/** Writes the keys of a step into one row. The key `no` is refused, `all` refuses the whole step, `broken` breaks it. */
const inBatches = defineBatchJob<object>({
  kind: 'test.batch',
  right: 'class.write',
  atOnce: 3,
  stepMany: async (tx, { keys }) => {
    await tx.execute(sql`insert into work_done values (${keys.join('+')}, '')`);
    if (keys.includes('all')) throw new Refusal('class_unknown');
    if (keys.includes('broken')) throw new Error('no printer');
    return new Map(keys.map((key) => [key, key === 'no' ? new Refusal('forbidden') : `完成 ${key}`]));
  },
});
const withFile = defineJob<object>({
  kind: 'test.file',
  right: 'class.write',
  keptHours: 2,
  step: async () => null,
  makeFile: async (_, { jobId }) => ({
    name: '證照.pdf',
    type: 'application/pdf',
    bytes: Buffer.from(`%PDF ${jobId}`),
  }),
});

const runner = (kinds: JobKind<never>[] = [writing, withFile, inBatches]) => ({
  ...portal.services,
  publicUrl: 'https://portal.test',
  kinds: bindJobs(kinds),
});
const run = () => runNextJob(runner());
const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms);
};

const officer = () => enterAs(portal.db, grant('officer', organizationId));
const actorOf = ({ staff }: Awaited<ReturnType<typeof officer>>) =>
  asStaff(staff, [grant('officer', organizationId)]);

const ask = async (overrides: Omit<Parameters<typeof buildJob<Input>>[2], 'organizationId'> = {}) => {
  const asker = await officer();
  const jobId = await buildJob(portal.db, actorOf(asker), { kind: writing, organizationId, ...overrides });
  const detail = async () =>
    (await portal.call(contract.jobDetail, { ...asker, params: { id: `${jobId}` } })).answer;
  return { jobId, asker, actor: actorOf(asker), params: { id: `${jobId}` }, detail };
};

const workDone = async () =>
  (await portal.db.execute<{ job_key: string }>(sql`select job_key from work_done order by 1`)).rows.map(
    ({ job_key }) => job_key,
  );

const eventsOf = async (jobId: number) =>
  (
    await portal.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(sql`${auditEvents.subject} = 'job' and ${auditEvents.subjectId} = ${jobId}`)
      .orderBy(auditEvents.id)
  ).map(({ action }) => action);

describe('enqueueing', () => {
  test('requires the right of the kind, and items', async () => {
    const staff = await buildStaff(portal.db);
    const job = {
      kind: writing,
      title: '測試',
      input: {},
      organizationId,
      items: [{ key: '1', label: '一' }],
    };
    const enqueue = (actor: ReturnType<typeof asStaff>, given: typeof job) =>
      inTransaction(portal.db, (tx) => enqueueJob(tx, given, { actor, now: NOW }));
    await expect(enqueue(asStaff(staff, [grant('officer', organizationId + 1)]), job)).rejects.toThrow(
      new Refusal('forbidden'),
    );
    const actor = asStaff(staff, [grant('officer', organizationId)]);
    await expect(enqueue(actor, { ...job, items: [] })).rejects.toThrow(new Refusal('job_empty'));
    expect(await portal.db.$count(jobs)).toBe(0);
  });

  test('wakes the worker of the same process after the commit', async () => {
    const { staff } = await officer();
    const actor = asStaff(staff, [grant('officer', organizationId)]);
    const worked = Promise.withResolvers<void>();
    before.set('1', async () => worked.resolve());
    // It would look again only after the test.
    const worker = startJobWorker(runner(), 3_600_000);
    const job = {
      kind: writing,
      title: '測試',
      input: {},
      organizationId,
      items: [{ key: '1', label: '一' }],
    };
    await startJob(portal.db, null, NOW, (tx) => enqueueJob(tx, job, { actor, now: NOW }));
    await worked.promise;
    await worker.stop();
    expect(await workDone()).toEqual(['1']);
  });
});

describe('running', () => {
  test('works on each item once, in order, as who asked, and records progress and results', async () => {
    const { jobId, asker, detail } = await ask({ keys: ['1', '2', '3'] });
    expect(await detail()).toMatchObject({ state: 'queued', total: 3, done: 0, can: { stop: true } });
    expect(await run()).toBe(true);
    const { state, total, done, failed, items, error, next, can } = await detail();
    expect({ state, total, done, failed, error, next }).toEqual({
      ...{ state: 'done', total: 3, done: 3, failed: 0, error: null, next: null },
    });
    expect(items.map(({ key, label, note }) => [key, label, note])).toEqual([
      ['1', '第 1 筆', '完成 1'],
      ['2', '第 2 筆', '完成 2'],
      ['3', '第 3 筆', '完成 3'],
    ]);
    expect(can).toEqual({ stop: false, continue: false, download: false });
    const { rows } = await portal.db.execute(sql`select distinct by from work_done`);
    expect(rows).toEqual([{ by: asker.staff.name }]);
    expect(await run()).toBe(false);
    expect(await eventsOf(jobId)).toEqual(['job.start']);
  });

  test('a refusal is the result of its item, undoes its work, and the others go on', async () => {
    const { asker, params, detail } = await ask({ keys: ['1', '2', '3'], input: { refuse: '2' } });
    await run();
    expect(await detail()).toMatchObject({ state: 'done', done: 2, failed: 1 });
    const { answer } = await portal.call(contract.jobDetail, { ...asker, params, query: { only: 'failed' } });
    expect(answer.items).toEqual([
      { position: 2, key: '2', label: '第 2 筆', state: 'failed', note: '查無此課程' },
    ]);
    expect(await workDone()).toEqual(['1', '3']);
  });

  test('an unexpected error is tried again after a pause, and fails the job at last', async () => {
    const { jobId, detail, asker } = await ask({ keys: ['1', '2'] });
    before.set('2', async () => {
      throw new Error('no printer');
    });
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      expect(await run()).toBe(true);
      expect(await run()).toBe(false);
      later(retryPause(ATTEMPTS_MAX));
    }
    expect(await detail()).toMatchObject({ state: 'queued', done: 1 });
    await run();
    expect(await detail()).toMatchObject({
      ...{ state: 'failed', done: 1, can: { continue: true } },
      error: '系統發生錯誤，已重試 5 次仍未完成。請稍後再按「繼續」；若仍失敗，請通知系統管理員',
    });
    expect(await workDone()).toEqual(['1']);
    before.clear();
    const continued = await portal.call(contract.continueJob, { ...asker, params: { id: `${jobId}` } });
    expect(continued.answer).toMatchObject({ state: 'queued', error: null });
    await run();
    expect(await detail()).toMatchObject({ state: 'done', done: 2 });
    expect(await workDone()).toEqual(['1', '2']);
  });

  test('a job whose server dies at each attempt fails instead of killing servers for ever', async () => {
    const { detail } = await ask();
    await portal.db.update(jobs).set({ attempts: ATTEMPTS_MAX });
    await run();
    expect(await detail()).toMatchObject({ state: 'failed', done: 0 });
  });

  test('a job of a kind that only a newer server knows stays queued', async () => {
    const { detail } = await ask();
    expect(await runNextJob(runner([withFile]))).toBe(false);
    expect(await detail()).toMatchObject({ state: 'queued' });
  });

  test('a server that stops leaves the rest to another one, without losing an attempt', async () => {
    const { detail } = await ask();
    const stopping = new AbortController();
    before.set('1', async () => stopping.abort());
    await runNextJob({ ...runner(), signal: stopping.signal });
    expect(await detail()).toMatchObject({ state: 'queued', done: 1 });
    await run();
    expect(await detail()).toMatchObject({ state: 'done', done: 2 });
    expect(await workDone()).toEqual(['1', '2']);
  });

  test('after its turn a long job lets another one that waits go first', async () => {
    const long = await ask({ keys: ['1', '2'] });
    const short = await ask({ keys: ['3'], now: new Date(NOW.getTime() + 1) });
    before.set('1', async () => later(5_000));
    await run();
    expect(await long.detail()).toMatchObject({ state: 'queued', done: 1 });
    await run();
    expect(await short.detail()).toMatchObject({ state: 'done' });
    await run();
    expect(await long.detail()).toMatchObject({ state: 'done', done: 2 });
  });
});

describe('a kind that works on several items at once', () => {
  test('has as many steps as are needed, and a result for each item', async () => {
    const { detail } = await ask({ kind: inBatches, keys: ['1', '2', 'no', '4'] });
    await run();
    const { items, ...job } = await detail();
    expect(job).toMatchObject({ state: 'done', done: 3, failed: 1 });
    expect(items.map(({ key, state, note }) => [key, state, note])).toEqual([
      ['1', 'done', '完成 1'],
      ['2', 'done', '完成 2'],
      ['no', 'failed', '您沒有執行此操作的權限'],
      ['4', 'done', '完成 4'],
    ]);
    expect(await workDone()).toEqual(['1+2+no', '4']);
  });

  test('a refusal that is thrown is the result of all items of its step, and undoes it', async () => {
    const { detail } = await ask({ kind: inBatches, keys: ['1', 'all', '3', '4'] });
    await run();
    expect(await detail()).toMatchObject({ state: 'done', done: 1, failed: 3 });
    expect(await workDone()).toEqual(['4']);
  });

  test('after an error each is tried alone, so that those before the broken one go on', async () => {
    const { detail } = await ask({ kind: inBatches, keys: ['1', '2', 'broken'] });
    await run();
    expect(await detail()).toMatchObject({ state: 'queued', done: 0 });
    expect(await workDone()).toEqual([]);
    later(retryPause(1));
    await run();
    expect(await detail()).toMatchObject({ state: 'queued', done: 2 });
    expect(await workDone()).toEqual(['1', '2']);
  });
});

/** Keeps the processor for so many milliseconds, as a request does. */
const compute = (length: number) => {
  const end = performance.now() + length;
  while (performance.now() < end);
};

test('rests longer while the server works for others, and a second at most', async () => {
  const { detail } = await ask({ keys: ['1', '2', '3'] });
  before.set('1', async () => later(20));
  before.set('3', async () => later(3_000));
  const rests: [number, number][] = [];
  const pause = async (length: number) => {
    rests.push([(await workDone()).length, length]);
    compute(50);
  };
  await runNextJob({ ...runner(), pause });
  expect(rests).toEqual([
    [1, 80],
    [2, 0],
    [3, 1_000],
  ]);
  expect(await detail()).toMatchObject({ state: 'done', done: 3 });
});

test('the server is busy during a rest if it computes, and quiet if it only waits', async () => {
  expect(await rest(0, async () => compute(50))).toBe(true);
  // Another process may take the processor meanwhile.
  await expect.poll(() => rest(0, () => sleep(200)), { timeout: 60_000 }).toBe(false);
});

test.each([
  [20, false, 20],
  [20, true, 80],
  [600, true, 1_000],
  [3_000, false, 1_000],
])('a rest after %i ms, busy: %s, takes %i ms', (took, isBusy, length) => {
  expect(restAfter(took, isBusy)).toBe(length);
});

describe('who asked', () => {
  test.each([
    [
      'was suspended',
      (id: number) =>
        portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, id)),
    ],
    ['lost the role', (id: number) => portal.db.delete(staffRoles).where(eq(staffRoles.staffId, id))],
  ])('%s: the job stops with a text, and nothing is done', async (_, change) => {
    const { asker, jobId } = await ask();
    await change(asker.staff.id);
    await run();
    expect(await portal.db.select().from(jobs)).toMatchObject([
      { id: jobId, state: 'stopped', done: 0, error: '申請人已停用或不再具有此項權限，作業已停止' },
    ]);
    expect(await workDone()).toEqual([]);
  });
});

describe('stopping and continuing', () => {
  test('stops between two items; continues with the rest', async () => {
    // Whoever locks the job first goes on: the stop may come one item later, but not always.
    const keys = Array.from({ length: 40 }, (_, at) => String(at + 10));
    const { jobId, actor, params, asker, detail } = await ask({ keys });
    let stopped: Promise<unknown> | undefined;
    before.set('11', async () => {
      stopped = inTransaction(portal.db, (tx) => stopJob(tx, { jobId }, { actor, now: NOW }));
      // Waits until the stop waits for the lock.
      await expect
        .poll(async () => {
          const { rows } = await portal.db.execute(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows.length;
        })
        .toBe(1);
    });
    await run();
    await stopped;
    const { done, ...halted } = await detail();
    expect(halted).toMatchObject({ state: 'stopped', can: { stop: false, continue: true } });
    expect([done >= 2, done < keys.length]).toEqual([true, true]);
    expect(await workDone()).toEqual(keys.slice(0, done));
    const again = await portal.call(contract.stopJob, { ...asker, params });
    expect(again.answer).toMatchObject({ state: 'stopped' });
    expect(await run()).toBe(false);
    await inTransaction(portal.db, (tx) => continueJob(tx, { jobId }, { actor, now: NOW }));
    await run();
    expect(await detail()).toMatchObject({ state: 'done', done: keys.length });
    expect(await workDone()).toEqual(keys);
    expect(await eventsOf(jobId)).toEqual(['job.start', 'job.stop', 'job.continue']);
    const ended = await portal.call(contract.stopJob, { ...asker, params });
    expect([ended.status, ended.code]).toEqual([409, 'job_ended']);
  });
});

describe('the file', () => {
  test('is downloaded by who asked, and goes with the job after its time', async () => {
    const { jobId, asker, params, detail } = await ask({ kind: withFile });
    expect((await portal.call(contract.jobDetail, { ...asker, params })).answer.can.download).toBe(false);
    await run();
    expect(await detail()).toMatchObject({
      fileName: '證照.pdf',
      keptUntil: '2026-12-01T12:00:00+08:00',
      can: { download: true },
    });
    const file = await portal.app.inject({ url: `/api/office/jobs/${jobId}/file`, headers: asker.headers });
    expect([file.statusCode, file.body]).toEqual([200, `%PDF ${jobId}`]);
    expect(file.headers['content-type']).toBe('application/pdf');
    const admin = await enterAs(portal.db, grant('admin'));
    const hidden = await portal.app.inject({ url: `/api/office/jobs/${jobId}/file`, headers: admin.headers });
    expect(hidden.statusCode).toBe(404);

    const [kept] = await portal.db.select().from(jobs);
    await forgetJobs(portal.db, new Date(NOW.getTime() + 2 * 3_600_000));
    expect(await portal.db.$count(jobs)).toBe(1);
    await forgetJobs(portal.db, new Date(NOW.getTime() + 2 * 3_600_000 + 1));
    expect([await portal.db.$count(jobs), await portal.db.$count(jobItems)]).toEqual([0, 0]);
    expect(await portal.db.select({ key: unusedFiles.key }).from(unusedFiles)).toEqual([
      { key: kept?.fileKey },
    ]);
  });
});

describe('access', () => {
  test('only who asked and administrators see a job; only who asked continues it', async () => {
    const { jobId, params } = await ask();
    const [colleague, admin] = [await officer(), await enterAs(portal.db, grant('admin'))];
    const statuses = async ({ headers }: typeof colleague) => {
      const answers = [];
      for (const endpoint of [contract.jobDetail, contract.stopJob, contract.continueJob])
        answers.push((await portal.call(endpoint, { headers, params })).status);
      const { answer: own } = await portal.call(contract.jobList, { headers });
      const { answer: all } = await portal.call(contract.jobList, { headers, query: { whose: 'everyone' } });
      return { answers, own: own.map(({ id }) => id), all: all.map(({ id }) => id) };
    };
    expect(await statuses(colleague)).toEqual({ answers: [404, 404, 404], own: [], all: [] });
    expect(await statuses(admin)).toEqual({ answers: [200, 200, 403], own: [], all: [jobId] });
  });
});

test('after a server was killed within an item, another one continues when the lease ends, and nothing happens twice', async () => {
  const { detail } = await ask({ keys: ['1', '2', '3'] });
  const own = connectPatiently(portal.services.config.databaseUrl ?? '');
  const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  before.set('2', () => {
    reached.resolve();
    return resumed.promise;
  });
  const killed = runNextJob({ ...runner(), db: own });
  await reached.promise;
  before.clear();
  // The operating system closes the connections of a killed process in the same way.
  const inTheMiddle = sql`from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
  await portal.db.execute(sql`select pg_terminate_backend(pid) ${inTheMiddle}`);
  await expect.poll(async () => (await portal.db.execute(sql`select ${inTheMiddle}`)).rows).toEqual([]);
  expect(await run()).toBe(false);
  expect(await detail()).toMatchObject({ state: 'running', done: 1 });
  later(LEASE_MS);
  expect(await run()).toBe(true);
  expect(await detail()).toMatchObject({ state: 'done', done: 3 });
  expect(await workDone()).toEqual(['1', '2', '3']);
  // The killed worker would change nothing even if it still ran.
  resumed.resolve();
  await killed;
  expect(await detail()).toMatchObject({ state: 'done', done: 3 });
  expect(await workDone()).toEqual(['1', '2', '3']);
  await own.$client.end();
});
