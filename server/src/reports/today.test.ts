import type { Endpoint } from '@portal/contract/endpoint';
import { type Charts, charts, upcomingClasses, waitingWork } from '@portal/contract/office/reports';
import type { RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization, nameInstructor } from '../../test/factories/catalogue.ts';
import { buildRefund, buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';
import type { State } from '../enrolment/states.ts';
import { mails } from '../mail/tables.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { inTransaction } from '../platform/database/database.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(NOW.getTime() + ms);

let portal: TestPortal;
let tpe: { id: number };
let khh: { id: number };

/** Registrations of new people for a class, in these states, made at these times. */
const enrol = async (trainingClass: { id: number }, rows: readonly (readonly [State, number])[]) => {
  const made: number[] = [];
  for (const [state, ago] of rows) {
    const account = await buildAccount(portal.db);
    const createdAt = at(-ago);
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state, createdAt });
    made.push(id);
  }
  return made;
};

beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  tpe = await buildOrganization(db);
  khh = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  const soon = await buildClass(db, {
    code: 'TPE-CPR-1',
    startTime: at(2 * DAY),
    limitNumber: 10,
  });
  await enrol(soon, [
    ['pending', 3 * DAY],
    ['pending', 1 * HOUR],
    ['unpaid', 29 * DAY],
    ['reported', 31 * DAY],
    ['cancelled', 1 * HOUR],
  ]);
  const south = { organizationId: khh.id, startTime: at(5 * DAY), limitNumber: 5 };
  await enrol(await buildClass(db, { code: 'KHH-CPR-1', ...south }), [['pending', 9 * DAY]]);
  // These are not among the next classes: one has begun, one is later than a week, one is not published.
  await buildClass(db, { code: 'TPE-CPR-BEGUN', startTime: at(-HOUR) });
  await buildClass(db, { code: 'TPE-CPR-LATER', startTime: at(9 * DAY) });
  await buildClass(db, { code: 'TPE-CPR-DRAFT', startTime: at(DAY), publishedAt: null });
  const cashier = asStaff(await buildStaff(db, { grants: [grant('cashier')] }), [grant('cashier')]);
  const confirm = (registrationId: number, now: Date) =>
    inTransaction(db, (tx) => confirmPayment(tx, { registrationId }, { actor: cashier, now }));
  const paid = await buildClass(db, { code: 'TPE-CPR-PAID', fee: 1500, startTime: at(-200 * DAY) });
  const [first, second, third] = await enrol(paid, [
    ['reported', 300 * DAY],
    ['reported', 300 * DAY],
    ['reported', 500 * DAY],
  ]);
  await confirm(first ?? 0, new Date('2026-10-31T15:59:59Z'));
  await confirm(second ?? 0, new Date('2026-10-31T16:00:00Z'));
  await confirm(third ?? 0, new Date('2025-12-31T15:59:59Z'));
});
afterAll(() => portal.close({ broken: true }));

const look = async <E extends Endpoint>(endpoint: E, grants: readonly RoleGrant[], organization?: number) => {
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  const query = organization === undefined ? {} : { organization: `${organization}` };
  const headers = { cookie: await enterOffice(portal.db, staff) };
  const { status, answer } = await portal.call(endpoint, { query, headers });
  expect(status).toBe(200);
  return answer;
};

test.each<[string, () => RoleGrant[], (() => number) | null, number, string | null]>([
  ['of 臺北市分會', () => [grant('officer', tpe.id)], null, 2, '2026-11-28T10:00:00+08:00'],
  ['of 高雄市分會', () => [grant('officer', khh.id)], null, 1, '2026-11-22T10:00:00+08:00'],
  [
    'of both',
    () => [grant('officer', tpe.id), grant('officer', khh.id)],
    null,
    3,
    '2026-11-22T10:00:00+08:00',
  ],
  ['of the association', () => [grant('officer')], null, 3, '2026-11-22T10:00:00+08:00'],
  [
    'of the association who looks at one',
    () => [grant('officer')],
    () => tpe.id,
    2,
    '2026-11-28T10:00:00+08:00',
  ],
  ['of one who asks for another', () => [grant('officer', tpe.id)], () => khh.id, 0, null],
])('an officer %s sees the reviews that wait there', async (_, grants, chosen, count, oldestAt) => {
  expect(await look(waitingWork, grants(), chosen?.())).toMatchObject({
    review: { count, oldestAt },
    reconcile: null,
  });
});

test('people without the right to review see no waiting reviews', async () => {
  expect((await look(waitingWork, [grant('cashier'), grant('auditor')])).review).toBeNull();
  expect(await look(waitingWork, [grant('auditor')])).toEqual({
    review: null,
    reconcile: null,
    refunds: null,
    results: null,
    overdue: null,
    privacy: null,
    incidents: null,
    certificates: null,
    renewals: null,
    mails: null,
  });
});

test('a cashier sees the refunds that are due in their organisations, and since when', async () => {
  const branch = await buildOrganization(portal.db, { code: 'CHW', name: '彰化縣分會' });
  const seats = {
    class: await buildClass(portal.db, { organizationId: branch.id }),
    state: 'cancelled',
  } as const;
  for (const [amount, state, ago] of [
    [500, 'due', 2 * DAY],
    [600, 'due', 4 * DAY],
    [700, 'waived', 8 * DAY],
  ] as const) {
    const registration = await buildRegistration(portal.db, {
      ...seats,
      account: await buildAccount(portal.db),
    });
    await buildRefund(portal.db, { registration, amount, state, createdAt: at(-ago) });
  }
  const due = { count: 2, oldestAt: '2026-11-27T10:00:00+08:00' };
  expect((await look(waitingWork, [grant('cashier', branch.id)])).refunds).toEqual(due);
  expect((await look(waitingWork, [grant('cashier')])).refunds).toEqual(due);
  expect((await look(waitingWork, [grant('cashier', tpe.id)])).refunds).toEqual({ count: 0, oldestAt: null });
  expect((await look(waitingWork, [grant('cashier')], tpe.id)).refunds).toEqual({ count: 0, oldestAt: null });
});

test('the classes of the next seven days show what is missing', async () => {
  const rows = await look(upcomingClasses, [grant('officer', tpe.id)]);
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      code: 'TPE-CPR-1',
      course: '基本救命術訓練',
      organization: '臺北市分會',
      startTime: '2026-12-03T10:00:00+08:00',
      limitNumber: 10,
      number: 4,
      unreviewed: 2,
      unpaid: 2,
    },
  ]);
});

test('an instructor sees none of the classes that do not name them', async () => {
  expect(await look(upcomingClasses, [grant('instructor', tpe.id)])).toEqual([]);
});

test('an instructor sees the classes that name them', async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('instructor', tpe.id)] });
  await buildTotp(portal.db, staff);
  const headers = { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' };
  const [{ id } = { id: 0 }] = await look(upcomingClasses, [grant('officer', tpe.id)]);
  await nameInstructor(portal.db, { id }, staff);
  const { answer } = await portal.call(upcomingClasses, { headers });
  expect(answer.map(({ code }) => code)).toEqual(['TPE-CPR-1']);
});

const someOf = ({ registrations, fees }: Charts) => [
  registrations.filter(({ count }) => count > 0).map(({ day, count }) => `${day} ${count}`),
  fees.filter(({ amount }) => amount > 0).map(({ month, amount }) => `${month} ${amount}`),
];

test('the charts count by day and month in Taipei, each day and month once', async () => {
  const answer = await look(charts, [grant('auditor', tpe.id)]);
  expect(someOf(answer)).toEqual([
    ['2026-11-02 1', '2026-11-28 1', '2026-12-01 2'],
    ['2026-10 1500', '2026-11 1500'],
  ]);
  expect([answer.registrations.length, answer.registrations[0]?.day]).toEqual([30, '2026-11-02']);
  expect(answer.fees.map(({ month }) => month).filter((_, place) => place % 11 === 0)).toEqual([
    '2026-01',
    '2026-12',
  ]);
  expect(answer.fillRates.map(({ code, number, limitNumber }) => [code, number, limitNumber])).toEqual([
    ['TPE-CPR-1', 4, 10],
    ['TPE-CPR-LATER', 0, 20],
  ]);
});

test('the charts of another branch show nothing of this one', async () => {
  const answer = await look(charts, [grant('cashier', khh.id)]);
  expect(someOf(answer)).toEqual([['2026-11-22 1'], []]);
  expect(answer.fillRates.map(({ code }) => code)).toEqual(['KHH-CPR-1']);
  expect(someOf(await look(charts, [grant('cashier', khh.id)], tpe.id))).toEqual([[], []]);
});

test('overdue registrations wait since the day after their payment deadline', async () => {
  const account = await buildAccount(portal.db);
  const late = {
    class: await buildClass(portal.db, { organizationId: khh.id }),
    account,
    state: 'unpaid',
    paymentDue: '2026-11-29',
  } as const;
  const before = (await look(waitingWork, [grant('officer')])).overdue;
  await buildRegistration(portal.db, late);
  expect(before?.count).toBe(0);
  expect((await look(waitingWork, [grant('officer')])).overdue).toEqual({
    ...{ count: 1, oldestAt: '2026-11-30T00:00:00+08:00' },
  });
});

test('counts the mails that could not be delivered until they are handled', async () => {
  const write = (createdAt: Date, data: object, values: Partial<typeof mails.$inferInsert> = {}) =>
    portal.db.insert(mails).values({
      ...{ recipient: 'gone@example.com', template: 'enrolled', data, dueAt: NOW, createdAt },
      ...{ state: 'undeliverable', ...values },
    });
  await write(at(-2 * DAY), { code: 'TPE-CPR-1' });
  await write(at(-4 * DAY), {});
  await write(at(-5 * DAY), { code: 'TPE-CPR-1' }, { handledAt: NOW, handledBy: 'staff:1' });
  await write(at(-6 * DAY), { code: 'TPE-CPR-1' }, { state: 'queued' });
  expect((await look(waitingWork, [grant('officer', tpe.id)])).mails).toEqual({
    ...{ count: 1, oldestAt: '2026-11-29T10:00:00+08:00' },
  });
  expect((await look(waitingWork, [grant('officer')])).mails?.count).toBe(2);
  expect((await look(waitingWork, [grant('officer')], tpe.id)).mails?.count).toBe(1);
  expect((await look(waitingWork, [grant('officer', khh.id)])).mails).toEqual({ count: 0, oldestAt: null });
});
