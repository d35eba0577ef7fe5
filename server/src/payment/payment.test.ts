import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { actDuring, untilWaiting } from '../../test/locks.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { accounts } from '../accounts/tables.ts';
import { classes } from '../classes/tables.ts';
import type { State } from '../enrolment/states.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Refusal, refusalAnswer } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { confirmPayment } from './confirm-payment.ts';
import { rejectPayment } from './reject-payment.ts';
import { reportPayment } from './report-payment.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const LATER = new Date(NOW.getTime() + 1000);
const headquarters: Staff = decidingStaff();
const reason = '查無此筆匯款';
const remittance = { paidTime: '2026-11-30', lastFive: '00042', paidMoney: 1500, paidName: '王小明' };

const build = async (state: State) => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const registration = await buildRegistration(portal.db, { class: trainingClass, account, state });
  return { trainingClass, account, registration };
};

const report = async (
  account: { id: number },
  { code }: { code: string },
  groupCode?: string,
  said = remittance,
  now = LATER,
) => {
  const by = { actor: proveTrainee({ accountId: account.id }), now };
  const { id } = await inTransaction(portal.db, (tx) => reportPayment(tx, { ...said, code, groupCode }, by));
  return id;
};

const mailsTo = ({ id }: { id: number }) =>
  portal.db
    .select({ template: mails.template, data: mails.data, dueAt: mails.dueAt })
    .from(mails)
    .where(eq(mails.accountId, id));

const about = ({ code, place }: { code: string; place: string }, name: string | null) => ({
  name,
  organization: '臺北市分會',
  code,
  train: '基本救命術訓練',
  startTime: '2026-12-31（四）10:00',
  place,
});

const confirm = ({ id }: { id: number }, staff = headquarters) =>
  inTransaction(portal.db, (tx) => confirmPayment(tx, { registrationId: id }, { actor: staff, now: LATER }));

const reject = ({ id }: { id: number }, staff = headquarters) =>
  inTransaction(portal.db, (tx) =>
    rejectPayment(tx, { registrationId: id, reason }, { actor: staff, now: LATER }),
  );

const storedState = async ({ id, classId }: { id: number; classId: number }) => {
  const [registration] = await portal.db.select().from(registrations).where(eq(registrations.id, id));
  const [trainingClass] = await portal.db.select().from(classes).where(eq(classes.id, classId));
  return { state: registration?.state, reason: registration?.reason, number: trainingClass?.number };
};

const lastEvent = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select()
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, id))
      .orderBy(asc(registrationEvents.id))
  ).at(-1);

const coveredBy = async (reportId: number) =>
  (
    await portal.db
      .select()
      .from(paymentReportRegistrations)
      .where(eq(paymentReportRegistrations.reportId, reportId))
      .orderBy(asc(paymentReportRegistrations.registrationId))
  ).map(({ registrationId }) => registrationId);

describe('reporting for oneself', () => {
  test('keeps the report and makes the registration reported', async () => {
    const { trainingClass, account, registration } = await build('unpaid');
    const reportId = await report(account, trainingClass);
    const kept = await portal.db.select().from(paymentReports).where(eq(paymentReports.id, reportId));
    expect(kept).toEqual([
      {
        ...remittance,
        id: reportId,
        classId: trainingClass.id,
        reportedBy: account.id,
        groupId: null,
        createdAt: LATER,
      },
    ]);
    expect(await coveredBy(reportId)).toEqual([registration.id]);
    expect(await storedState(registration)).toEqual({ state: 'reported', reason: null, number: 1 });
    expect(await lastEvent(registration)).toMatchObject({
      at: LATER,
      actor: `account:${account.id}`,
      action: 'payment.report',
      fromState: 'unpaid',
      toState: 'reported',
    });
  });

  test('mails what was reported, without the digits and the name of the payer', async () => {
    const { trainingClass, account } = await build('unpaid');
    await report(account, trainingClass);
    const { paidTime, paidMoney } = remittance;
    const data = {
      ...about(trainingClass, account.chineseName),
      paidTime,
      paidMoney,
      groupSize: null,
      groupName: null,
    };
    expect(await mailsTo(account)).toEqual([{ template: 'payment_reported', data, dueAt: LATER }]);
  });

  test('mails what the report lacks and until when', async () => {
    const short = { ...remittance, paidMoney: 1000 };
    for (const [paymentDue, until] of [
      [null, {}],
      ['2026-12-07', { deadline: '2026-12-07（一）' }],
    ] as const) {
      const { trainingClass, account, registration } = await build('unpaid');
      await portal.db.update(registrations).set({ paymentDue }).where(eq(registrations.id, registration.id));
      await report(account, trainingClass, undefined, short);
      const shortfall = { due: 1500, missing: 500, ...until };
      expect(await mailsTo(account)).toEqual([
        expect.objectContaining({ data: expect.objectContaining({ paidMoney: 1000, shortfall }) }),
      ]);
    }
  });

  test('again stores the correction beside the first report', async () => {
    const { trainingClass, account, registration } = await build('unpaid');
    const first = await report(account, trainingClass);
    const second = await report(account, trainingClass);
    expect(second).not.toBe(first);
    expect(await coveredBy(first)).toEqual([registration.id]);
    expect(await coveredBy(second)).toEqual([registration.id]);
    expect(await storedState(registration)).toMatchObject({ state: 'reported' });
  });

  test('after a rejection clears the reason', async () => {
    const { trainingClass, account, registration } = await build('reported');
    await reject(registration);
    await report(account, trainingClass);
    expect(await storedState(registration)).toMatchObject({ state: 'reported', reason: null });
  });

  test.each([
    ['pending', 'payment_not_approved'],
    ['rejected', 'payment_not_approved'],
    ['confirmed', 'payment_confirmed'],
    ['cancelled', 'not_applied'],
  ] as const)('is refused when it is %s, and nothing is kept', async (state, code) => {
    const { trainingClass, account, registration } = await build(state);
    await expect(report(account, trainingClass)).rejects.toMatchObject({ code });
    expect(await storedState(registration)).toMatchObject({ state });
    const kept = await portal.db
      .select()
      .from(paymentReports)
      .where(eq(paymentReports.classId, trainingClass.id));
    expect(kept).toEqual([]);
  });

  test('is refused without a registration or a class', async () => {
    const { trainingClass } = await build('unpaid');
    const account = await buildAccount(portal.db);
    await expect(report(account, trainingClass)).rejects.toMatchObject({ code: 'not_applied' });
    await expect(report(account, { code: 'NONE' })).rejects.toMatchObject({ code: 'not_applied' });
  });

  test.each([
    ['2026-12-01', null],
    ['2026-12-02', '匯款日期必須早於或等於今天'],
    ['2025-12-01', null],
    ['2025-11-30', '匯款日期不得早於 2025-12-01'],
  ] as const)('of a remittance on %s is, on 2026-12-01 in Taipei: %s', async (paidTime, text) => {
    const { trainingClass, account, registration } = await build('unpaid');
    const reported = report(account, trainingClass, undefined, { ...remittance, paidTime }).catch(
      (error: unknown) => (error instanceof Refusal ? refusalAnswer(error).body.errors : error),
    );
    expect(await reported).toEqual(text === null ? expect.any(Number) : { paid_time: [text] });
    expect(await storedState(registration)).toMatchObject({ state: text === null ? 'reported' : 'unpaid' });
  });

  test('is refused when staff confirm it meanwhile', async () => {
    const { trainingClass, account, registration } = await build('unpaid');
    const { late } = await inTransaction(portal.db, async (tx) => {
      await confirmPayment(tx, { registrationId: registration.id }, { actor: headquarters, now: LATER });
      const late = report(account, trainingClass).catch((error: unknown) => error);
      await untilWaiting(portal.db, late);
      return { late };
    });
    expect(await late).toMatchObject({ code: 'payment_confirmed' });
    expect(await storedState(registration)).toMatchObject({ state: 'confirmed' });
  });

  test('the day is that of Taipei', async () => {
    const { trainingClass, account } = await build('unpaid');
    const midnight = new Date('2026-12-01T16:00:00Z');
    const tomorrow = { ...remittance, paidTime: '2026-12-02' };
    const at = (now: Date) => report(account, trainingClass, undefined, tomorrow, now);
    await expect(at(new Date(midnight.getTime() - 1))).rejects.toMatchObject({ code: 'paid_time_late' });
    await expect(at(midnight)).resolves.toEqual(expect.any(Number));
  });
});

describe('reporting for a group', () => {
  const buildTeam = async (states: readonly State[]) => {
    const [trainingClass, group] = [await buildClass(portal.db), await buildGroup(portal.db)];
    const manager = await buildAccount(portal.db);
    await buildMembership(portal.db, { group, account: manager, role: 'manager' });
    const seats = [];
    for (const state of states) {
      const account = await buildAccount(portal.db);
      await buildMembership(portal.db, { group, account });
      seats.push({
        account,
        registration: await buildRegistration(portal.db, { class: trainingClass, account, group, state }),
      });
    }
    return { trainingClass, group, manager, seats };
  };

  const statesOf = async (seats: readonly { registration: { id: number; classId: number } }[]) => {
    const states = [];
    for (const { registration } of seats) states.push((await storedState(registration)).state);
    return states;
  };

  test('covers all that are unpaid at once', async () => {
    const { trainingClass, manager, group, seats } = await buildTeam([
      'unpaid',
      'pending',
      'unpaid',
      'confirmed',
      'rejected',
      'reported',
    ]);
    const reportId = await report(manager, trainingClass);
    expect(await statesOf(seats)).toEqual([
      'reported',
      'pending',
      'reported',
      'confirmed',
      'rejected',
      'reported',
    ]);
    expect(await coveredBy(reportId)).toEqual([seats[0]?.registration.id, seats[2]?.registration.id]);
    expect(await mailsTo(manager)).toMatchObject([
      { template: 'payment_reported', data: { groupSize: 2, groupName: group.name } },
    ]);
    for (const { account } of seats) expect(await mailsTo(account)).toEqual([]);
    const [kept] = await portal.db.select().from(paymentReports).where(eq(paymentReports.id, reportId));
    expect(kept).toMatchObject({ reportedBy: manager.id, groupId: group.id });
  });

  test('corrects the earlier report if nothing is unpaid', async () => {
    const { trainingClass, manager, seats } = await buildTeam(['reported', 'pending', 'reported']);
    const reportId = await report(manager, trainingClass);
    expect(await coveredBy(reportId)).toEqual([seats[0]?.registration.id, seats[2]?.registration.id]);
  });

  test.each([
    [['pending', 'confirmed'], 'payment_not_approved'],
    [['confirmed', 'pending'], 'payment_not_approved'],
    [['confirmed', 'confirmed'], 'payment_confirmed'],
    [['rejected'], 'not_applied'],
  ] as const)('with %s is refused: %s', async (states, code) => {
    const { trainingClass, manager } = await buildTeam(states);
    await expect(report(manager, trainingClass)).rejects.toMatchObject({ code });
  });

  test('leaves the manager’s own seat unchanged, which is selected unless the group is named', async () => {
    const { trainingClass, manager, group, seats } = await buildTeam(['unpaid']);
    const own = await buildRegistration(portal.db, {
      class: trainingClass,
      account: manager,
      state: 'unpaid',
    });
    await report(manager, trainingClass, group.code);
    expect(await statesOf([{ registration: own }, ...seats])).toEqual(['unpaid', 'reported']);
    await report(manager, trainingClass);
    expect(await storedState(own)).toMatchObject({ state: 'reported' });
  });

  test('leaves out a registration that staff confirm meanwhile, also from the sum that is due', async () => {
    const { trainingClass, manager, seats } = await buildTeam(['unpaid', 'unpaid']);
    const [paid, owing] = seats.map(({ registration }) => registration.id);
    const context = { actor: proveTrainee({ accountId: manager.id }), now: LATER };
    const said = { ...remittance, paidMoney: 1000, code: trainingClass.code };
    const { id, shortfall } = await actDuring(
      portal.db,
      (tx) => confirmPayment(tx, { registrationId: paid ?? 0 }, { actor: headquarters, now: LATER }),
      () => inTransaction(portal.db, (tx) => reportPayment(tx, said, context)),
    );
    expect(shortfall).toMatchObject({ reported: 1000, due: 1500, missing: 500 });
    expect(await coveredBy(id)).toEqual([owing]);
    expect(await statesOf(seats)).toEqual(['confirmed', 'reported']);
  });

  test('an ordinary member reports for their own seat only', async () => {
    const { trainingClass, seats } = await buildTeam(['unpaid', 'unpaid']);
    const [first] = seats;
    if (!first) throw new Error('no seat');
    await report(first.account, trainingClass);
    expect(await statesOf(seats)).toEqual(['reported', 'unpaid']);
  });

  test('a person with an own seat who names a group of others has not applied', async () => {
    const { trainingClass, group, seats } = await buildTeam(['unpaid']);
    const account = await buildAccount(portal.db);
    const own = await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
    await expect(report(account, trainingClass, group.code)).rejects.toMatchObject({ code: 'not_applied' });
    expect(await statesOf([{ registration: own }, ...seats])).toEqual(['unpaid', 'unpaid']);
  });

  test('a stranger who names the group has not applied', async () => {
    const { trainingClass, group, seats } = await buildTeam(['unpaid']);
    const stranger = await buildAccount(portal.db);
    await expect(report(stranger, trainingClass, group.code)).rejects.toMatchObject({ code: 'not_applied' });
    expect(await statesOf(seats)).toEqual(['unpaid']);
  });
});

describe('confirming', () => {
  test.each(['unpaid', 'reported'] as const)('completes a registration that is %s', async (state) => {
    const { registration } = await build(state);
    await confirm(registration);
    expect(await storedState(registration)).toEqual({ state: 'confirmed', reason: null, number: 1 });
    expect(await lastEvent(registration)).toMatchObject({
      at: LATER,
      actor: 'staff:1',
      action: 'payment.confirm',
      fromState: state,
      toState: 'confirmed',
    });
  });

  test('tells the person', async () => {
    const { registration, account, trainingClass } = await build('reported');
    await confirm(registration);
    const seat = {
      registrationId: registration.id,
      startTime: trainingClass.startTime.toISOString(),
      queuedAt: LATER.toISOString(),
    };
    const data = { ...about(trainingClass, account.chineseName), seat, surplus: 0 };
    expect(await mailsTo(account)).toEqual([{ template: 'payment_confirmed', data, dueAt: LATER }]);
  });

  test('twice is one confirmation, and one mail', async () => {
    const { registration, account } = await build('confirmed');
    await confirm(registration);
    expect(await mailsTo(account)).toEqual([]);
    expect(await lastEvent(registration)).toMatchObject({ at: NOW });
  });

  test.each([
    ['pending', 'payment_not_approved'],
    ['rejected', 'payment_not_approved'],
    ['cancelled', 'registration_unknown'],
  ] as const)('is refused when it is %s', async (state, code) => {
    const { registration, account } = await build(state);
    await expect(confirm(registration)).rejects.toMatchObject({ code });
    expect(await mailsTo(account)).toEqual([]);
    expect(await storedState(registration)).toMatchObject({ state });
  });
});

describe('rejecting', () => {
  test('makes a reported registration unpaid again, and says why', async () => {
    const { registration } = await build('reported');
    await reject(registration);
    expect(await storedState(registration)).toEqual({ state: 'unpaid', reason, number: 1 });
    expect(await lastEvent(registration)).toMatchObject({
      actor: 'staff:1',
      action: 'payment.reject',
      fromState: 'reported',
      toState: 'unpaid',
      note: reason,
    });
  });

  test('tells the person why', async () => {
    const { registration, account, trainingClass } = await build('reported');
    await reject(registration);
    const data = {
      ...about(trainingClass, account.chineseName),
      reason,
      person: null,
      group: null,
      isCancelled: false,
    };
    expect(await mailsTo(account)).toEqual([{ template: 'payment_rejected', data, dueAt: LATER }]);
  });

  /** A group with a manager and a member, both with an unpaid seat through it. */
  const buildPair = async () => {
    const [trainingClass, group] = [await buildClass(portal.db), await buildGroup(portal.db)];
    const [manager, member] = [await buildAccount(portal.db), await buildAccount(portal.db)];
    await buildMembership(portal.db, { group, account: manager, role: 'manager' });
    await buildMembership(portal.db, { group, account: member });
    const seat = { class: trainingClass, group, state: 'unpaid' } as const;
    const managers = await buildRegistration(portal.db, { ...seat, account: manager });
    const members = await buildRegistration(portal.db, { ...seat, account: member });
    return { trainingClass, group, manager, member, managers, members };
  };

  const mailsAfterReport = async (account: { id: number }) =>
    (await mailsTo(account)).filter(({ template }) => template !== 'payment_reported');

  const rejectedFor = (
    account: { chineseName: string | null },
    trainingClass: { code: string; place: string },
  ) => ({
    template: 'payment_rejected',
    data: {
      ...about(trainingClass, account.chineseName),
      reason,
      person: null,
      group: null,
      isCancelled: false,
    },
    dueAt: LATER,
  });

  test.each([
    ['unconfirmed', null, () => ''],
    ['confirmed', NOW, (name: string | null) => name],
  ])(
    'tells the manager the name of a member whose mailbox is %s only as far as it may',
    async (_, at, named) => {
      const { trainingClass, group, manager, member, members } = await buildPair();
      await portal.db.update(accounts).set({ emailConfirmedAt: at }).where(eq(accounts.id, member.id));
      await report(manager, trainingClass, group.code);
      await reject(members);
      expect(await mailsAfterReport(manager)).toMatchObject([
        { data: { person: named(member.chineseName) } },
      ]);
    },
  );

  test('mails the manager who reported for a member, and the member with the name of the group', async () => {
    const { trainingClass, group, manager, member, members } = await buildPair();
    await report(manager, trainingClass, group.code);
    await reject(members);
    const [toManager, toMember] = [rejectedFor(manager, trainingClass), rejectedFor(member, trainingClass)];
    expect(await mailsAfterReport(manager)).toEqual([
      {
        ...toManager,
        data: {
          ...about(trainingClass, manager.chineseName),
          ...{ reason, person: member.chineseName, group: null, isCancelled: false },
        },
      },
    ]);
    expect(await mailsAfterReport(member)).toEqual([
      { ...toMember, data: { ...toMember.data, group: group.name } },
    ]);
  });

  test('names no group to a manager who reported their own seat', async () => {
    const { trainingClass, group, manager, member, managers } = await buildPair();
    await report(manager, trainingClass, group.code);
    await reject(managers);
    expect(await mailsAfterReport(manager)).toEqual([rejectedFor(manager, trainingClass)]);
    expect(await mailsAfterReport(member)).toEqual([]);
  });

  test('names no group to a member who reported last', async () => {
    const { trainingClass, group, manager, member, members } = await buildPair();
    await report(manager, trainingClass, group.code);
    await report(member, trainingClass);
    await reject(members);
    expect(await mailsAfterReport(member)).toEqual([rejectedFor(member, trainingClass)]);
    expect(await mailsAfterReport(manager)).toEqual([]);
  });

  test('twice keeps the first reason', async () => {
    const { registration, account } = await build('reported');
    await reject(registration);
    await inTransaction(portal.db, (tx) =>
      rejectPayment(
        tx,
        { registrationId: registration.id, reason: '另一個原因' },
        { actor: headquarters, now: LATER },
      ),
    );
    expect(await storedState(registration)).toMatchObject({ state: 'unpaid', reason });
    expect(await mailsTo(account)).toHaveLength(1);
  });

  test.each([
    ['pending', 'payment_not_approved'],
    ['rejected', 'payment_not_approved'],
    ['confirmed', 'payment_confirmed'],
    ['cancelled', 'registration_unknown'],
  ] as const)('is refused when it is %s', async (state, code) => {
    const { registration } = await build(state);
    await expect(reject(registration)).rejects.toMatchObject({ code });
    expect(await storedState(registration)).toMatchObject({ state });
  });
});

test.each([
  ['confirm', confirm],
  ['reject', reject],
] as const)('staff of another organisation find nothing to %s', async (_, decide) => {
  const { registration } = await build('reported');
  const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  await expect(decide(registration, decidingStaff(elsewhere.id, 7))).rejects.toMatchObject({
    code: 'registration_unknown',
  });
  expect(await storedState(registration)).toMatchObject({ state: 'reported' });
});
