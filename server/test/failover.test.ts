import { enrol } from '@portal/contract/enrolment';
import { eq, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredLetter } from '../src/accounts/sign-up/letters.ts';
import { buildApp } from '../src/app.ts';
import { classes } from '../src/classes/tables.ts';
import { registrations } from '../src/enrolment/tables.ts';
import { bindJobs, defineJob } from '../src/jobs/job-kind.ts';
import { jobs } from '../src/jobs/tables.ts';
import { startJobWorker } from '../src/jobs/worker.ts';
import { queueMail } from '../src/mail/queue.ts';
import { mails } from '../src/mail/tables.ts';
import { startMailWorker } from '../src/mail/worker.ts';
import type { Database } from '../src/platform/database/database.ts';
import { startDueWork } from '../src/timers/due-work.ts';
import { letters } from '../src/timers/letters.ts';
import { NOW, openTestPortal, type TestPortal } from './app.ts';
import { connectPatiently } from './database.ts';
import { type CommitCut, type DatabaseLink, openDatabaseLink } from './database-link.ts';
import { buildAccount, logIn } from './factories/account.ts';
import { buildClass } from './factories/catalogue.ts';
import { buildJob } from './factories/job.ts';
import { asStaff, buildStaff, grant } from './factories/staff.ts';

let portal: TestPortal;
let link: DatabaseLink;
/** The database, through the link. */
let far: Database;
/** A server beside the portal, whose database is behind the link. */
let app: FastifyInstance;

beforeAll(async () => {
  portal = await openTestPortal();
  link = await openDatabaseLink(portal.services.config.databaseUrl ?? '');
  far = connectPatiently(link.url);
  const none = import.meta.dirname;
  app = await buildApp({ ...portal.services, db: far }, { site: none, office: none, verify: none });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await far.$client.end();
  link.close();
  await portal.close();
});

describe('an enrolment whose connection breaks at its COMMIT', () => {
  test.each<[string, CommitCut, number]>([
    ['which never arrives', 'before', 0],
    ['which is done, but not confirmed', 'after', 1],
  ])('%s answers 503, and its repeat answers 200 without a second seat', async (_, how, kept) => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const token = await logIn(portal.db, account);
    const send = () =>
      app.inject({
        method: enrol.method,
        url: enrol.path,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `press-${how}` },
        payload: { code: trainingClass.code },
      });
    const seats = () => portal.db.$count(registrations, eq(registrations.classId, trainingClass.id));
    const broken = link.cutAtCommit(how);
    const unknown = await send();
    await broken;
    expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '2']);
    await expect.poll(seats).toBe(kept);
    // While the first transaction still ends, the key is in use.
    await expect.poll(async () => (await send()).statusCode).toBe(200);
    expect(await seats()).toBe(1);
  });
});

describe('after the database went away and came back', () => {
  const work = defineJob<object>({ kind: 'test.failover', right: 'class.write', step: async () => null });

  test('mails, jobs and timers go on by themselves', async () => {
    const failed: string[] = [];
    const warn = (_: object, text: string) => void failed.push(text);
    const log = Object.assign(Object.create(portal.services.log), { warn });
    const services = { ...portal.services, db: far, log };
    const deps = { ...services, publicUrl: 'https://portal.example' };
    const sent: string[] = [];
    const deliver = async ({ to }: { to: string }) => void sent.push(to);
    const mail = startMailWorker({ ...deps, letters, deliver }, { pollEvery: 20 });
    const worker = startJobWorker({ ...deps, kinds: bindJobs([work]) }, 20);
    const timers = startDueWork(services, 20);
    try {
      link.cut();
      await expect
        .poll(() =>
          ['mail queue away', 'job queue away', 'publishing classes failed'].filter(
            (text) => !failed.includes(text),
          ),
        )
        .toEqual([]);
      const account = await buildAccount(portal.db);
      await portal.db.transaction((tx) => queueMail(tx, account, registeredLetter({ name: '林怡君' }), NOW));
      const actor = asStaff(await buildStaff(portal.db, { grants: [grant('officer')] }), [grant('officer')]);
      const jobId = await buildJob(portal.db, actor, { kind: work });
      const draft = await buildClass(portal.db, { state: 'draft', publishAt: NOW, publishedAt: null });
      link.restore();
      await expect.poll(() => sent).toContain(account.email);
      const [stateOfJob, stateOfClass] = [
        async () =>
          (await portal.db.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, jobId)))[0]?.state,
        async () =>
          (await portal.db.select({ state: classes.state }).from(classes).where(eq(classes.id, draft.id)))[0]
            ?.state,
      ];
      await expect.poll(stateOfJob).toBe('done');
      await expect.poll(stateOfClass).toBe('published');
      await expect.poll(() => portal.db.$count(mails, ne(mails.state, 'sent'))).toBe(0);
    } finally {
      link.restore();
      timers.stop();
      await Promise.all([mail.stop(), worker.stop()]);
    }
  });
});
