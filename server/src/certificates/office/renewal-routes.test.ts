import * as contract from '@portal/contract/office/renewals';
import { waitingWork } from '@portal/contract/office/reports';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { enterOfficers, type StaffHeaders } from '../../../test/factories/officers.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { auditEvents } from '../../audit/tables.ts';
import { refresherRules } from '../tables.ts';

/* 展延審核 through the calls. */

let portal: TestPortal;
let officer: StaffHeaders;
let colleague: StaffHeaders;
let stranger: StaffHeaders;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ officer, colleague, stranger } = await enterOfficers(portal.db));
});
afterAll(() => portal.close());

const queue = async (headers = officer) =>
  (await portal.call(contract.renewalQueue, { headers })).answer.rows;
const approve = (
  id: number,
  headers = officer,
  { exceptionReason = null as string | null, version = 0 } = {},
) =>
  portal.call(contract.approveRenewal, {
    ...{ params: { id: `${id}` }, headers },
    body: { exceptionReason, version },
  });
const reject = (id: number, headers = officer, reason = '未附複訓證明') =>
  portal.call(contract.rejectRenewal, { params: { id: `${id}` }, body: { reason, version: 0 }, headers });

/** Replaces all rules by one for this kind. */
const setRule = async (kindId: number | null, rule: { hours: number; years: number } | null) => {
  await portal.db.delete(refresherRules);
  if (kindId !== null && rule) await portal.db.insert(refresherRules).values({ kindId, ...rule });
};

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const asked = async (minutes = 1, frontNote: string | null = null) => {
  const account = await buildAccount(portal.db);
  const certificate = await buildCertificate(portal.db, { account });
  const request = await buildRenewalRequest(portal.db, {
    certificate,
    frontNote,
    askedAt: minutesAgo(minutes),
  });
  return { account, certificate, ...request };
};

interface Attending {
  readonly account: { readonly id: number };
  readonly certificate: { readonly courseId: number };
}

/** Returns the code of the class. */
const attend = async ({ account, certificate: { courseId } }: Attending, day: string, row: object) => {
  const [startTime, endTime] = [new Date(`${day}T01:00:00Z`), new Date(`${day}T09:00:00Z`)];
  const lesson = await buildClass(portal.db, { courseId, startTime, endTime });
  await buildRegistration(portal.db, { class: lesson, account, state: 'confirmed', ...row });
  return lesson.code;
};

test('the queue shows the oldest first, with the training since the issue and earlier requests', async () => {
  const [second, first] = [await asked(10), await asked(20, '已完成複訓')];
  const { account, certificate } = first;
  await buildRenewalRequest(portal.db, {
    ...{ certificate, state: 'rejected', backendNote: '請先複訓' },
    ...{ askedAt: minutesAgo(50), decidedAt: minutesAgo(40) },
  });
  const counted = await attend(first, '2026-06-01', { result: 1 });
  const onIssue = await attend(first, '2024-02-29', { result: 1 });
  await attend(first, '2024-02-28', { result: 1 }); // Before the issue.
  const failed = await attend(first, '2026-06-02', { result: 2 });
  await attend(first, '2026-06-03', {});
  const { courseId: other } = await buildCertificate(portal.db, { account, kind: 'ordinary' });
  await attend({ account, certificate: { courseId: other } }, '2026-06-04', { result: 1 });

  const rows = await queue();
  expect(rows.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(rows[0]).toMatchObject({
    ...{ note: '已完成複訓', hours: 16, identity: expect.stringContaining('*') },
    trainings: [
      { classCode: onIssue, lastDay: '2024-02-29', hours: 8, isPassed: true, counts: true },
      { classCode: counted, lastDay: '2026-06-01', hours: 8, isPassed: true, counts: true },
      { classCode: failed, lastDay: '2026-06-02', hours: 8, isPassed: false, counts: false },
    ],
    rule: null,
    earlier: [{ state: 'rejected', reason: '請先複訓' }],
    certificate: { id: certificate.id, number: certificate.number },
  });
  expect(await queue(stranger)).toEqual([]);
  const waiting = async (headers: StaffHeaders) =>
    (await portal.call(waitingWork, { headers })).answer.renewals;
  expect(await waiting(officer)).toEqual({ count: 2, oldestAt: rows[0]?.askedAt });
  expect(await waiting(stranger)).toEqual({ count: 0, oldestAt: null });
});

test('the second decision is refused and names who decided first; a repetition is none', async () => {
  const [one, other] = [await asked(), await asked()];
  const { answer } = await approve(one.id);
  expect((await approve(one.id)).answer).toEqual(answer);
  await reject(other.id);
  expect((await reject(other.id)).status).toBe(200);
  for (const [act, id, action] of [
    [approve, one.id, 'renewal.approve'],
    [reject, one.id, 'renewal.approve'],
    [approve, other.id, 'renewal.reject'],
    [reject, other.id, 'renewal.reject'],
  ] as const) {
    const { status, refusal } = await act(id, colleague);
    expect([status, refusal.newer]).toMatchObject([
      409,
      { changes: [{ action, actor: { name: '周小姐' } }] },
    ]);
  }
});

test('many are approved at once, each with its own answer', async () => {
  const [good, decided, expired] = [await asked(), await asked(), await asked()];
  await reject(decided.id, colleague);
  await portal.db.execute(
    `update certificates set issued_on = '2020-01-01', end_time = '2022-12-31', years = 3 where id = ${expired.certificate.id}`,
  );
  await portal.db.execute(`update renewal_requests set asked_at = '2022-12-01' where id = ${expired.id}`);
  const ids = [good.id, decided.id, expired.id];
  const { answer } = await portal.call(contract.approveRenewals, {
    body: { requests: ids.map((id) => ({ id, version: 0 })) },
    headers: officer,
  });
  expect(answer.results).toEqual([
    { id: good.id, done: true, why: null },
    { id: decided.id, done: false, why: expect.stringContaining('吳先生') },
    { id: expired.id, done: false, why: expect.stringContaining('效期') },
  ]);
  expect((await queue()).map(({ id }) => id)).not.toContain(good.id);
});

test('another branch finds no such request', async () => {
  const { id } = await asked();
  for (const { code } of [await approve(id, stranger), await reject(id, stranger)])
    expect(code).toBe('renewal_unknown');
});

test('the rule of the kind is shown with the hours that are missing', async () => {
  const met = await asked(40);
  const unmet = await asked(30);
  await setRule(met.certificate.kindId, { hours: 8, years: 1 });
  await attend(met, '2026-03-01', { result: 1 });
  await attend(unmet, '2025-11-30', { result: 1 });
  const rows = await queue();
  const shown = (id: number) => rows.find((row) => row.id === id);
  const rule = { hours: 8, years: 1, countedFrom: '2025-12-01' };
  expect(shown(met.id)).toMatchObject({ hours: 8, rule: { ...rule, counted: 8, missing: 0 } });
  expect(shown(unmet.id)).toMatchObject({
    ...{ hours: 8, rule: { ...rule, counted: 0, missing: 8 } },
    trainings: [{ isPassed: true, counts: false }],
  });

  const { answer } = await portal.call(contract.approveRenewals, {
    body: { requests: [met.id, unmet.id].map((id) => ({ id, version: 0 })) },
    headers: officer,
  });
  expect(answer.results).toEqual([
    { id: met.id, done: true, why: null },
    { id: unmet.id, done: false, why: expect.stringContaining('尚缺複訓 8 小時') },
  ]);
  await setRule(met.certificate.kindId, null);
});

test('a request that does not meet the rule is approved with a reason, which is recorded', async () => {
  const { id, certificate } = await asked();
  await setRule(certificate.kindId, { hours: 6, years: 3 });
  const refused = await approve(id);
  expect([refused.status, refused.code]).toEqual([422, 'renewal_rule_unmet']);
  expect((await approve(id, officer, { exceptionReason: '已於他會完成複訓' })).status).toBe(200);
  const [event] = await portal.db
    .select({ after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'renewal.approve'), eq(auditEvents.subjectId, id)));
  expect(event?.after).toMatchObject({ exceptionReason: '已於他會完成複訓', refresherMissing: 6 });
  await setRule(certificate.kindId, null);
});
