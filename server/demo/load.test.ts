import { login } from '@portal/contract/accounts';
import { classes } from '@portal/contract/catalogue';
import { certificates, oldCertificates } from '@portal/contract/certificates';
import { addMonths, addYears, today } from '@portal/contract/dates';
import { certificateList } from '@portal/contract/office/certificate-register';
import { renewalQueue } from '@portal/contract/office/renewals';
import { scores, trainingRecords } from '@portal/contract/training';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '../src/accounts/tables.ts';
import { courses } from '../src/catalogue/tables.ts';
import { checkData } from '../src/commands/check-data.ts';
import { refuseHalfLoadedDemo } from '../src/content/demo-mark.ts';
import { siteSettings } from '../src/content/tables.ts';
import { NOW, openTestPortal, type TestPortal } from '../test/app.ts';
import { buildAccount } from '../test/factories/account.ts';
import { enterAs, grant } from '../test/factories/staff.ts';
import { unnamedEventFields } from '../test/unnamed-event-fields.ts';
import { loadDemoData } from './load.ts';

const LEFT_BEHIND = 'A123456789';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  // The marker that an interrupted load leaves.
  await portal.db.insert(siteSettings).values({ key: 'demo_data', value: 'loading' });
  await buildAccount(portal.db, { idNumber: LEFT_BEHIND });
  expect(await loadDemoData(portal.services, NOW)).toBe(true);
});
afterAll(() => portal.close());

test('the rest of an interrupted load is removed, and the next start is complete', async () => {
  expect(await portal.db.$count(accounts, eq(accounts.idNumber, LEFT_BEHIND))).toBe(0);
  const people = await portal.db.$count(accounts);
  expect(await loadDemoData(portal.services, NOW)).toBe(true);
  expect(await portal.db.$count(accounts)).toBe(people);
  await expect(refuseHalfLoadedDemo(portal.services)).resolves.toBeUndefined();
});

const logIn = async (account: string) => {
  const body = { account, password: 'Portal-2026', country: 'local' };
  return (await portal.call(login, { body })).answer.access_token;
};
const [lin, chen, huang] = ['F299990019', 'A199990021', 'B299990060'];

const recordsOf = async (account: string) => {
  const token = await logIn(account);
  const { answer } = await portal.call(trainingRecords, { token, query: { type: 'Normal', num: '100' } });
  if (!Array.isArray(answer)) throw new TypeError('an array was asked for');
  return { token, records: answer };
};

const scoresOf = async (token: string, code: string) =>
  (await portal.call(scores, { token, params: { code } })).answer.data.map(({ score }) => score);

test('林怡君 has nine passed, two failed and one that is not completed, each but the last with scores', async () => {
  const { token, records } = await recordsOf(lin);
  expect(records.map(({ state }) => state)).toEqual([null, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1]);
  for (const { code, state } of records) {
    const reached = await scoresOf(token, code);
    expect(reached.length > 0).toBe(state !== null);
    // 70 of 100 is enough in every subject.
    expect(reached.every((score) => score >= 70)).toBe(state !== 2);
  }
});

test('in three of them 陳志明 and 黃淑芬 took part, with other scores', async () => {
  const [mine, his, hers] = [await recordsOf(lin), await recordsOf(chen), await recordsOf(huang)];
  const together = his.records.map(({ code }) => code);
  expect(together).toHaveLength(3);
  expect(hers.records.map(({ code }) => code)).toEqual(together);
  for (const code of together) {
    const reached = await Promise.all([mine, his, hers].map(({ token }) => scoresOf(token, code)));
    expect(new Set(reached.map((each) => JSON.stringify(each))).size).toBe(3);
  }
});

test('certificates of two years are valid, near their end, over, renewed, corrected and revoked', async () => {
  const { headers } = await enterAs(portal.db, grant('auditor'));
  const countOf = async (query: Record<string, string>) =>
    (await portal.call(certificateList, { headers, query })).answer.total.count;
  const states = ['valid', 'expiring', 'expired', 'renewed', 'corrected', 'revoked'] as const;
  const counts = await Promise.all(states.map((state) => countOf({ state })));
  expect(counts.every((count) => count > 0)).toBe(true);
  const years = [addYears(today(NOW), -1), addYears(today(NOW), -2)];
  const [lastYear = 0, bothYears = 0] = await Promise.all(years.map((from) => countOf({ from })));
  expect([lastYear > 20, bothYears > lastYear + 20]).toEqual([true, true]);
});

test('her certificates are of every kind', async () => {
  const token = await logIn(lin);
  const day = today(NOW);
  const held = (await portal.call(certificates, { token })).answer;
  expect(held.map(({ end_time, state, asked, can_ask }) => [end_time, state, asked, can_ask])).toEqual([
    [addMonths(day, 2), true, true, false],
    [addMonths(day, 3), true, false, true],
    [addMonths(day, 3), false, false, false],
    [addMonths(day, 14), true, false, false],
  ]);
  const old = (await portal.call(oldCertificates, { token })).answer;
  expect(old).toMatchObject([
    { state: 0, backend_note: expect.stringContaining('複訓證明') },
    { state: 1, front_note: expect.any(String), backend_note: expect.any(String) },
  ]);
});

test('renewals wait for staff and for people, some with a rule that is not met', async () => {
  const { headers } = await enterAs(portal.db, grant('officer'));
  const waiting = async (waits: string) =>
    (await portal.call(renewalQueue, { headers, query: { waits } })).answer.rows;
  const [person, staff] = [await waiting('person'), await waiting('staff')];
  expect(person).toMatchObject([{ inquiries: [{ answeredAt: null }] }]);
  const answered = staff.filter(({ inquiries }) => inquiries.length > 0);
  expect(answered).toMatchObject([{ inquiries: [{ answer: expect.any(String), hasFile: true }] }]);
  const rules = new Set(staff.map(({ rule }) => rule !== null));
  expect(rules).toEqual(new Set([true, false]));
});

test('past classes are not listed, and the fixed classes stay first', async () => {
  const { answer } = await portal.call(classes, { query: { type: 'Pagination', num: '2' } });
  expect(answer).toMatchObject({ total: 47, data: [{ code: 'TPE-FA1-001' }, { code: 'TPE-FA1-002' }] });
});

test('each course has hours, a fee, seats and a rule of attendance for its new classes', async () => {
  const rows = await portal.db.select().from(courses);
  expect(rows.length).toBeGreaterThan(10);
  for (const { hours, fee, limitNumber, paymentDays, attendanceMinimum } of rows) {
    expect([hours, fee, paymentDays].every((value) => value > 0)).toBe(true);
    expect([16, 30]).toContain(limitNumber);
    expect([80, 90]).toContain(attendanceMinimum);
  }
});

test('every field of the events has a name', async () => {
  expect(await unnamedEventFields(portal.db)).toEqual([]);
});

test('no rule about the data is broken', async () => {
  expect(await checkData(portal.db)).toEqual([]);
});
