import { makeClassFile } from '@portal/contract/office/class-file';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildClassSession, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { jobItems, jobs } from '../../jobs/tables.ts';
import { jobKinds } from '../../timers/job-kinds.ts';

/* 班級檔案 through its call and the worker of jobs. */

let portal: TestPortal;
let here: { id: number };
let there: { id: number };
let lesson: Awaited<ReturnType<typeof buildClass>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { db } = portal;
  here = await buildOrganization(db);
  there = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  lesson = await buildClass(db, { organizationId: here.id });
  await buildClassSession(db, { classId: lesson.id, date: '2026-12-05' });
  const account = await buildAccount(db, { chineseName: '林怡君' });
  await buildRegistration(db, { class: lesson, account, state: 'confirmed' });
});
afterAll(() => portal.close());

const ask = async (role: 'officer' | 'cashier' | 'instructor', organizationId = here.id) => {
  const { headers } = await enterAs(portal.db, grant(role, organizationId));
  return portal.call(makeClassFile, { params: { id: `${lesson.id}` }, headers });
};

const runJobs = async () => {
  while (await runNextJob({ ...portal.services, publicUrl: 'https://portal.test', kinds: jobKinds }));
};

const itemsOf = async (jobId: number) => {
  const rows = await portal.db
    .select({ label: jobItems.label, state: jobItems.state, note: jobItems.note })
    .from(jobItems)
    .where(eq(jobItems.jobId, jobId));
  return Object.fromEntries(rows.map(({ label, state, note }) => [label, `${state} ${note ?? ''}`.trim()]));
};

/** The names and the texts that are stored without compression are legible in the bytes. */
const zipOf = async (jobId: number): Promise<{ name: string | null; text: string }> => {
  const [job] = await portal.db.select().from(jobs).where(eq(jobs.id, jobId));
  const bytes = await portal.services.files.read(job?.fileKey ?? '');
  return { name: job?.fileName ?? null, text: Buffer.from(bytes ?? []).toString('utf8') };
};

const made = async (role: 'officer' | 'cashier') => {
  const { answer } = await ask(role);
  await runJobs();
  return answer.jobId;
};

describe('the file of a class', () => {
  test('holds what an officer may read, and says what is not in it', async () => {
    const jobId = await made('officer');
    expect(await itemsOf(jobId)).toEqual({
      學員名冊: 'done',
      簽到表: 'done',
      成績冊: 'done',
      報名名單: 'done 1 筆',
      證照清冊: 'failed 此部分沒有資料',
      繳費明細: 'done 1 筆',
      報名文件清單: 'failed 此部分沒有資料',
      信件紀錄: 'failed 此部分沒有資料',
    });
    const { name, text } = await zipOf(jobId);
    expect(name).toBe(`${lesson.code} 班級檔案.zip`);
    for (const part of ['00 目錄.txt', '01 學員名冊.pdf', '04 報名名單.xlsx', '06 繳費明細.xlsx'])
      expect(text).toContain(part);
    expect(text).toContain('（未放入）證照清冊：此部分沒有資料');
    expect(text).not.toContain('05 證照清冊');
  });

  test('leaves out what a cashier may not read', async () => {
    const jobId = await made('cashier');
    expect(await itemsOf(jobId)).toMatchObject({
      學員名冊: 'done',
      成績冊: 'failed 您沒有查看此部分的權限',
      證照清冊: 'failed 您沒有查看此部分的權限',
      信件紀錄: 'failed 您沒有查看此部分的權限',
      繳費明細: 'done 1 筆',
    });
    const { text } = await zipOf(jobId);
    expect(text).toContain('（未放入）成績冊：您沒有查看此部分的權限');
    expect(text).not.toContain('03 成績冊');
  });

  test('leaves an event for each part', async () => {
    const count = () =>
      portal.db.$count(auditEvents, sql`action = 'class.file' and subject_id = ${lesson.id}`);
    const before = await count();
    await made('officer');
    expect((await count()) - before).toBe(5);
  });

  test('of another branch does not exist, and is not for instructors', async () => {
    expect((await ask('officer', there.id)).code).toBe('class_not_found');
    expect((await ask('instructor')).code).toBe('forbidden');
  });
});
