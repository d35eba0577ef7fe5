import * as contract from '@portal/contract/office/renewals';
import { waitingWork } from '@portal/contract/office/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';

/* 展延審核 through the calls. */

type Headers = Record<string, string>;

let portal: TestPortal;
let officer: Headers;
let colleague: Headers;
let stranger: Headers;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const branch = await buildOrganization(portal.db);
  const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const enter = async (name: string, organizationId: number): Promise<Headers> => {
    const staff = await buildStaff(portal.db, { name, grants: [grant('officer', organizationId)] });
    return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
  };
  officer = await enter('周小姐', branch.id);
  colleague = await enter('吳先生', branch.id);
  stranger = await enter('林小姐', elsewhere.id);
});
afterAll(() => portal.close());

const queue = async (headers = officer) =>
  (await portal.call(contract.renewalQueue, { headers })).answer.rows;
const approve = (id: number, headers = officer) =>
  portal.call(contract.approveRenewal, { params: { id: `${id}` }, headers });
const reject = (id: number, headers = officer, reason = '未附複訓證明') =>
  portal.call(contract.rejectRenewal, { params: { id: `${id}` }, body: { reason }, headers });

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

test('the queue shows the oldest first, with the training since the issue and earlier requests', async () => {
  const [second, first] = [await asked(10), await asked(20, '已完成複訓')];
  const { account, certificate } = first;
  await buildRenewalRequest(portal.db, {
    ...{ certificate, state: 'rejected', backendNote: '請先複訓' },
    ...{ askedAt: minutesAgo(50), decidedAt: minutesAgo(40) },
  });
  const attend = async (day: string, row: object, courseId = certificate.courseId) => {
    const startTime = new Date(`${day}T01:00:00Z`);
    const lesson = await buildClass(portal.db, {
      courseId,
      startTime,
      endTime: new Date(`${day}T09:00:00Z`),
    });
    await buildRegistration(portal.db, { class: lesson, account, state: 'confirmed', ...row });
    return lesson.code;
  };
  const counted = await attend('2026-06-01', { result: 1 });
  await attend('2024-02-01', { result: 1 }); // Before the issue.
  await attend('2026-06-02', { result: 2 });
  await attend('2026-06-03', {});
  const { courseId: other } = await buildCertificate(portal.db, { account, kind: 'ordinary' });
  await attend('2026-06-04', { result: 1 }, other);

  const rows = await queue();
  expect(rows.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(rows[0]).toMatchObject({
    ...{ note: '已完成複訓', hours: 8, identity: expect.stringContaining('*') },
    trainings: [{ classCode: counted, lastDay: '2026-06-01', hours: 8 }],
    earlier: [{ state: 'rejected', reason: '請先複訓' }],
    certificate: { id: certificate.id, number: certificate.number },
  });
  expect(await queue(stranger)).toEqual([]);
  const waiting = async (headers: Headers) => (await portal.call(waitingWork, { headers })).answer.renewals;
  expect(await waiting(officer)).toEqual({ count: 2, oldestAt: rows[0]?.askedAt });
  expect(await waiting(stranger)).toEqual({ count: 0, oldestAt: null });
});

test('who decides second is told who was faster; a repetition is none', async () => {
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
  const { answer } = await portal.call(contract.approveRenewals, { body: { ids }, headers: officer });
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
