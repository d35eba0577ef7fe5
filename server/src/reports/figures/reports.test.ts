import {
  exportReport,
  type ReportSubject,
  reportSubjects,
  reports,
  reportTable,
} from '@portal/contract/office/report-tables';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { jobs } from '../../jobs/tables.ts';
import { payments } from '../../money/tables.ts';
import { jobKinds } from '../../timers/job-kinds.ts';
import { reportRows } from './report-rows.ts';

/* 報表 through the calls. Today is 2026-12-01. */

type Headers = Record<string, string>;

let portal: TestPortal;
let here: { id: number };
let there: { id: number };
const headersOf = new Map<string, Headers>();

const tenOClock = (day: string) => new Date(`${day}T10:00:00+08:00`);

const fill = async (organizationId: number) => {
  const { db } = portal;
  const { id: courseId } = await buildCourse(db, {
    code: `CPR${organizationId}`,
    chineseName: `救命術${organizationId}`,
  });
  const lesson = await buildClass(db, { organizationId, courseId });
  const rows = [
    // The last minute of November in Taipei, which is the first of December nowhere.
    { createdAt: new Date('2026-11-30T23:59:00+08:00'), state: 'pending' },
    { createdAt: tenOClock('2026-11-02'), state: 'confirmed', result: 1 },
    { createdAt: tenOClock('2026-10-02'), state: 'confirmed', result: 2 },
    { createdAt: tenOClock('2026-10-31'), state: 'cancelled' },
    { createdAt: tenOClock('2025-01-31'), state: 'pending' },
  ] as const;
  for (const row of rows) {
    const account = await buildAccount(db, { organizationId, createdAt: row.createdAt });
    await buildRegistration(db, { class: lesson, account, ...row });
    await buildCertificate(db, {
      account,
      organizationId,
      courseId,
      issuedOn: row.createdAt.toISOString().slice(0, 10),
    });
    // Besides those that a completed registration has been paid with.
    await db.insert(payments).values({
      ...{ organizationId, kind: 'full', method: 'cash', amount: 1000, receivedOn: '2026-11-02' },
      ...{ createdBy: 'staff:1', createdAt: row.createdAt },
      ...(row.state === 'cancelled' && { endedAt: NOW, endedBy: 'staff:1', endReason: '對錯人' }),
    });
  }
};

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { db } = portal;
  here = await buildOrganization(db);
  there = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  for (const [name, ...grants] of [
    ['officer', grant('officer', here.id)],
    ['cashier', grant('cashier', here.id)],
    ['everywhere', grant('auditor')],
  ] as const)
    headersOf.set(name, (await enterAs(db, ...grants)).headers);
  await fill(here.id);
  await fill(there.id);
});
// The rows are inserted directly, so that dates and states are as the test wants them.
afterAll(() => portal.close({ broken: true }));

const period = { from: '2026-10', until: '2026-12' };
const ask = (query: Record<string, string>, who = 'officer') =>
  portal.call(reportTable, { query: { ...period, ...query }, headers: headersOf.get(who) ?? {} });
const table = async (query: Record<string, string>, who = 'officer') => {
  const { rows, totals } = (await ask(query, who)).answer;
  return { rows: rows.map(({ key, numbers }) => [key, ...numbers]), totals };
};

describe('a report', () => {
  test('counts by month, also months without rows', async () => {
    expect(await table({ subject: 'registrations', by: 'month' })).toEqual({
      rows: [
        ['2026-10', 2, 1, 1, 0, 1],
        ['2026-11', 2, 1, 0, 1, 0],
        ['2026-12', 0, 0, 0, 0, 0],
      ],
      totals: [4, 2, 1, 1, 1],
    });
  });

  test('counts by organisation and by course within the scope', async () => {
    expect((await table({ subject: 'registrations', by: 'course' })).rows).toEqual([
      [`CPR${here.id}`, 4, 2, 1, 1, 1],
    ]);
    expect((await table({ subject: 'payments', by: 'organization' }, 'everywhere')).rows).toEqual([
      [`${here.id}`, 5, 6000],
      [`${there.id}`, 5, 6000],
    ]);
    expect((await table({ subject: 'payments', by: 'month' })).totals).toEqual([5, 6000]);
  });

  test('counts certificates by the month of their end, corrected and revoked ones not', async () => {
    const { db } = portal;
    const account = await buildAccount(db, { organizationId: here.id });
    const held = { account, organizationId: here.id, courseId: (await buildCourse(db)).id };
    const newer = await buildCertificate(db, { ...held, endTime: '2030-03-31' });
    await buildCertificate(db, { ...held, endTime: '2027-03-31', replacedById: newer.id });
    const revoked = { state: 'revoked', endedAt: NOW, endReason: '誤發' } as const;
    await buildCertificate(db, { ...held, endTime: '2027-03-31', ...revoked });
    const ahead = { subject: 'expiries', from: '2027-02', until: '2027-03' };
    expect((await table({ ...ahead, by: 'month' })).rows).toEqual([
      ['2027-02', 5, 0, 5],
      ['2027-03', 1, 1, 0],
    ]);
    expect((await ask({ ...ahead, by: 'month' })).answer.rows[0]?.filter).toBeNull();
  });

  test.each([
    ['one organisation', 'officer', {}],
    ['the whole association', 'everywhere', {}],
    ['a chosen organisation', 'everywhere', { organization: 'there' }],
  ] as const)('agrees with its list: %s', async (_, who, filter) => {
    for (const subject of ['registrations', 'payments', 'certificates'] as const) {
      const chosen = 'organization' in filter ? there.id : undefined;
      const scope = chosen ? [chosen] : who === 'officer' ? [here.id] : 'everywhere';
      const days = { from: '2026-10-01', until: '2026-12-31' };
      const listed = await reportRows(subject, NOW).count(portal.db, days, scope);
      for (const by of reports[subject].by) {
        const query = { subject, by, ...(chosen && { organization: `${chosen}` }) };
        expect([subject, by, (await table(query, who)).totals[0]]).toEqual([subject, by, listed]);
      }
    }
  });

  test('names the filter of the list that shows the rows', async () => {
    const filters = async (query: Record<string, string>) =>
      (await ask(query)).answer.rows.map(({ filter }) => filter);
    expect((await filters({ subject: 'certificates', by: 'month' }))[1]).toEqual({
      from: '2026-11-01',
      until: '2026-11-30',
    });
    const days = { from: '2026-10-01', until: '2026-12-31' };
    expect(await filters({ subject: 'registrations', by: 'course' })).toEqual([
      { course: `CPR${here.id}`, ...days },
    ]);
    expect(await filters({ subject: 'registrations', by: 'organization' })).toEqual([
      { organization: `${here.id}`, ...days },
    ]);
  });

  test.each([
    ['a group that it has not', { subject: 'payments', by: 'course' }, 'report_dimension'],
    ['an end before its beginning', { subject: 'payments', by: 'month', until: '2026-09' }, 'invalid'],
    ['more than three years', { subject: 'payments', by: 'month', from: '2020-01' }, 'invalid'],
    ['no month', { subject: 'payments', by: 'month', from: '2026-13' }, 'invalid'],
  ])('with %s is refused', async (_, query, code) => {
    expect((await ask(query)).code).toBe(code);
  });

  test('needs the right to read its rows', async () => {
    const may = async (subject: ReportSubject) => (await ask({ subject, by: 'month' }, 'cashier')).status;
    expect(await Promise.all(reportSubjects.map(may))).toEqual([200, 200, 403, 403, 200]);
  });
});

describe('an export', () => {
  const exportAs = (body: object, who = 'officer') =>
    portal.call(exportReport, {
      body: { ...period, format: 'csv', ...body },
      headers: headersOf.get(who) ?? {},
    });
  const runJobs = async () => {
    while (await runNextJob({ ...portal.services, publicUrl: 'https://portal.test', kinds: jobKinds }));
  };

  test('is a file of the rows that the report counts, with masked numbers and an event', async () => {
    const { answer } = await exportAs({ subject: 'registrations' });
    await runJobs();
    const [job] = await portal.db.select().from(jobs).where(eq(jobs.id, answer.jobId));
    expect(job?.fileName).toBe('報名與成績 2026-10 至 2026-12.csv');
    const text = Buffer.from((await portal.services.files.read(job?.fileKey ?? '')) ?? []).toString();
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(1 + 4);
    expect(lines.slice(1).every((line) => line.includes('*****'))).toBe(true);
    const [event] = await portal.db
      .select({ after: auditEvents.after, organizationId: auditEvents.organizationId })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'list.export')));
    expect(event).toEqual({
      organizationId: here.id,
      after: { list: '報表：報名與成績', filter: period, format: 'csv', rows: 4, identity: false },
    });
  });

  test('needs the right to read the rows', async () => {
    expect((await exportAs({ subject: 'certificates' }, 'cashier')).code).toBe('forbidden');
    expect((await exportAs({ subject: 'people' })).code).toBe('invalid');
  });
});
