import { records } from '@portal/contract/enrolment';
import * as contract from '@portal/contract/payment';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildDesk, byCashier } from '../../test/factories/desk.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { approveRegistration } from '../enrolment/review/approve-registration.ts';
import { cancelRegistration } from '../enrolment/seats/cancel-registration.ts';
import { moveRegistration } from '../enrolment/seats/move-registration.ts';
import type { State } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { memberships } from '../groups/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { recordPartialPayment } from './record-partial-payment.ts';
import { rejectPayment } from './reject-payment.ts';
import { paymentReports } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const body = { paid_time: '2026-12-01', last_five: 42, paid_money: 1500, paid_name: '王小明' };
const kept = { ...body, last_five: '00042' };
const nothing = { paid_time: null, last_five: null, paid_money: null, paid_name: null };

const buildPerson = async (overrides: Parameters<typeof buildAccount>[1] = {}) => {
  const account = await buildAccount(portal.db, overrides);
  return { account, token: await logIn(portal.db, account) };
};
type Person = Awaited<ReturnType<typeof buildPerson>>;

interface Place {
  code: string;
  group?: string;
}

const where = ({ code, group }: Place) => ({ params: { code }, ...(group && { query: { group } }) });
const check = ({ token }: Person, place: Place) =>
  portal.call(contract.paymentCheck, { ...where(place), token });
const report = ({ token }: Person, place: Place, said: object = body, headers = {}) =>
  portal.call(contract.reportPayment, { ...where(place), body: said, token, headers });

const statesIn = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select({ state: registrations.state })
      .from(registrations)
      .where(eq(registrations.classId, id))
      .orderBy(asc(registrations.id))
  ).map(({ state }) => state);

const reportsOf = ({ id }: { id: number }) =>
  portal.db.select().from(paymentReports).where(eq(paymentReports.classId, id));

/** Staff do not find the payment of the only registration in a class. */
const reject = async ({ id }: { id: number }) => {
  const [{ id: registrationId } = { id: 0 }] = await portal.db
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.classId, id));
  const decision = { registrationId, reason: '查無匯款' };
  await portal.db.transaction((tx) => rejectPayment(tx, decision, { actor: decidingStaff(), now: NOW }));
};

/** A trainee with a personal registration. */
const buildSeat = async (state: State) => {
  const [trainingClass, person] = [await buildClass(portal.db), await buildPerson()];
  await buildRegistration(portal.db, { class: trainingClass, account: person.account, state });
  return { trainingClass, person };
};

/** A manager, and a member for each of the seats. */
const buildTeam = async (states: readonly State[]) => {
  const [trainingClass, group] = [await buildClass(portal.db), await buildGroup(portal.db)];
  const manager = await buildPerson();
  await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
  const members: Person[] = [];
  for (const state of states) {
    const member = await buildPerson();
    await buildMembership(portal.db, { group, account: member.account });
    await buildRegistration(portal.db, { class: trainingClass, account: member.account, group, state });
    members.push(member);
  }
  return { trainingClass, group, manager, members };
};

const calls = [contract.paymentCheck, contract.reportPayment] as const;

describe.each(calls.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_, endpoint) => {
  test('answers a guest with 401', async () => {
    const { trainingClass } = await buildSeat('unpaid');
    const reply = await portal.call(endpoint, { params: { code: trainingClass.code }, body });
    expect([reply.status, reply.refusal]).toEqual([401, { message: '時效過期，請重新登入' }]);
    expect(await statesIn(trainingClass)).toEqual(['unpaid']);
  });

  test('answers an incomplete profile with 403, whatever the body', async () => {
    const trainingClass = await buildClass(portal.db);
    const { account, token } = await buildPerson({ address: null });
    await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
    for (const code of [trainingClass.code, '?']) {
      const reply = await portal.call(endpoint, { params: { code }, body: {}, token });
      expect([reply.status, reply.refusal]).toEqual([
        403,
        { message: '請先確實填寫個人資料，完成後才能進行其他操作' },
      ]);
    }
    expect(await statesIn(trainingClass)).toEqual(['unpaid']);
  });

  test('answers a stranger, a former member and an unknown class with the same text', async () => {
    const { trainingClass, group, members } = await buildTeam(['unpaid']);
    const [stranger, former] = [await buildPerson(), await buildPerson()];
    await buildMembership(portal.db, { group, account: former.account, leftAt: NOW });
    const other = await buildTeam(['unpaid']);
    const places = [
      [stranger, { code: trainingClass.code }],
      [stranger, { code: trainingClass.code, group: group.code }],
      [stranger, { code: 'TPE-NONE-1' }],
      [stranger, { code: 'TPE-NONE-1', group: group.code }],
      [former, { code: trainingClass.code, group: group.code }],
      [other.manager, { code: trainingClass.code }],
      [other.manager, { code: trainingClass.code, group: group.code }],
      [other.manager, { code: trainingClass.code, group: other.group.code }],
      // A member manages nobody's seat, not even with one of their own.
      [members[0], { code: trainingClass.code, group: group.code }],
    ] as const;
    for (const [person, place] of places) {
      const reply = await portal.call(endpoint, { ...where(place), body, token: person?.token });
      expect([place, reply.status, reply.refusal]).toEqual([
        place,
        422,
        { message: '您尚未報名本課程', errors: { Class: ['您尚未報名本課程'] } },
      ]);
    }
    expect(await statesIn(trainingClass)).toEqual(['unpaid']);
    expect(await reportsOf(trainingClass)).toEqual([]);
  });

  test.each([
    ['pending', '報名資格尚未審查通過，無法回報繳費'],
    ['rejected', '報名資格尚未審查通過，無法回報繳費'],
    ['confirmed', '本課程已完成繳費'],
    ['cancelled', '您尚未報名本課程'],
  ] as const)('refuses a registration that is %s: %s', async (state, text) => {
    const { trainingClass, person } = await buildSeat(state);
    const reply = await portal.call(endpoint, { ...where(trainingClass), body, token: person.token });
    expect([reply.status, reply.refusal]).toEqual([422, { message: text, errors: { Class: [text] } }]);
    expect(await statesIn(trainingClass)).toEqual([state]);
    expect(await reportsOf(trainingClass)).toEqual([]);
  });
});

describe('the check', () => {
  test('gives the class, and nothing of a payment before the first report', async () => {
    const { trainingClass, person } = await buildSeat('unpaid');
    const reply = await check(person, trainingClass);
    expect([reply.status, reply.answer]).toEqual([
      200,
      {
        organization: '臺北市分會',
        code: trainingClass.code,
        train: '基本救命術訓練',
        start_time: '2026-12-31T10:00:00+08:00',
        place: trainingClass.place,
        situation: 'unpaid',
        number: 1,
        covered: 1,
        ...nothing,
        ...{ fee: 1500, unpaid: 1, amount: 1500, payment_due: null, overdue: false, bank_account: null },
        shortfall: null,
      },
    ]);
  });

  test('gives the latest of the reports, also after it was not found', async () => {
    const { trainingClass, person } = await buildSeat('unpaid');
    await report(person, trainingClass);
    await report(person, trainingClass, { ...body, last_five: '99999', paid_money: 0 });
    const latest = { ...kept, last_five: '99999', paid_money: 0, number: 1 };
    expect((await check(person, trainingClass)).answer).toMatchObject({ ...latest, situation: 'reported' });
    await reject(trainingClass);
    expect((await check(person, trainingClass)).answer).toMatchObject({ ...latest, situation: 'unpaid' });
  });

  test('gives nothing of a cancelled registration to a person who applies again', async () => {
    const { trainingClass, person } = await buildSeat('unpaid');
    await report(person, trainingClass);
    await reject(trainingClass);
    const by = { actor: proveTrainee({ accountId: person.account.id }), now: NOW };
    await portal.db.transaction((tx) => cancelRegistration(tx, { code: trainingClass.code }, by));
    await buildRegistration(portal.db, { class: trainingClass, account: person.account, state: 'unpaid' });
    expect((await check(person, trainingClass)).answer).toMatchObject(nothing);
  });

  test('gives what the report lacks of what is due, with the deadline', async () => {
    const [trainingClass, person] = [await buildClass(portal.db), await buildPerson()];
    const seat = { class: trainingClass, account: person.account, state: 'unpaid' } as const;
    await buildRegistration(portal.db, { ...seat, paymentDue: '2026-12-07' });
    await report(person, trainingClass, { ...body, paid_money: 1000 });
    const due = { amount: 1500, payment_due: null, overdue: false };
    const shortfall = { reported: 1000, due: 1500, missing: 500, payment_due: '2026-12-07', overdue: false };
    expect((await check(person, trainingClass)).answer).toMatchObject({ ...due, shortfall });
    await report(person, trainingClass);
    expect((await check(person, trainingClass)).answer).toMatchObject({ ...due, shortfall: null });
  });

  test('also answers for a class that is no longer published', async () => {
    const person = await buildPerson();
    const trainingClass = await buildClass(portal.db, { publishedAt: null });
    await buildRegistration(portal.db, { class: trainingClass, account: person.account, state: 'unpaid' });
    expect((await check(person, trainingClass)).status).toBe(200);
  });

  test('of a group counts its seats, and shows the report of its managers', async () => {
    const { trainingClass, group, manager } = await buildTeam(['unpaid', 'pending', 'rejected', 'confirmed']);
    const unreported = { number: 3, covered: 1, situation: 'unpaid', ...nothing };
    expect((await check(manager, trainingClass)).answer).toMatchObject(unreported);
    const second = await buildPerson();
    await buildMembership(portal.db, { group, account: second.account, role: 'manager' });
    await report(second, trainingClass);
    expect((await check(manager, { ...trainingClass, group: group.code })).answer).toMatchObject({
      number: 3,
      covered: 1,
      ...kept,
    });
  });

  test('shows a member no report of a manager, and a manager no report of a member', async () => {
    const { trainingClass, manager, members } = await buildTeam(['unpaid', 'unpaid']);
    const [first, second] = members;
    if (!first || !second) throw new Error('no members');
    await report(first, trainingClass, { ...body, paid_name: '自己' });
    expect((await check(manager, trainingClass)).answer).toMatchObject(nothing);
    await report(manager, trainingClass, { ...body, paid_name: '管理員' });
    expect((await check(second, trainingClass)).answer).toMatchObject({ number: 1, ...nothing });
    expect((await check(first, trainingClass)).answer).toMatchObject({ paid_name: '自己' });
    expect((await check(manager, trainingClass)).answer).toMatchObject({ paid_name: '管理員' });
  });

  test('shows a former manager none of their reports for the group', async () => {
    const { trainingClass, group, manager } = await buildTeam(['unpaid']);
    const seat = { class: trainingClass, group, state: 'unpaid' } as const;
    await buildRegistration(portal.db, { ...seat, account: manager.account });
    await report(manager, { ...trainingClass, group: group.code });
    const place = and(eq(memberships.groupId, group.id), eq(memberships.accountId, manager.account.id));
    await portal.db.update(memberships).set({ role: 'member' }).where(place);
    expect((await check(manager, trainingClass)).answer).toMatchObject({ number: 1, ...nothing });
    await portal.db.update(memberships).set({ role: 'manager' }).where(place);
  });
});

describe('the report', () => {
  test('is kept for the own seat', async () => {
    const { trainingClass, person } = await buildSeat('unpaid');
    const reply = await report(person, trainingClass);
    expect([reply.status, reply.answer]).toEqual([200, { code: trainingClass.code, shortfall: null }]);
    expect(await statesIn(trainingClass)).toEqual(['reported']);
    expect(await reportsOf(trainingClass)).toMatchObject([
      {
        reportedBy: person.account.id,
        groupId: null,
        paidTime: '2026-12-01',
        lastFive: '00042',
        paidMoney: 1500,
        paidName: '王小明',
        createdAt: NOW,
      },
    ]);
  });

  test('of a manager covers all unpaid seats of the group', async () => {
    const { trainingClass, group, manager } = await buildTeam(['unpaid', 'pending', 'unpaid', 'confirmed']);
    expect((await report(manager, { ...trainingClass, group: group.code })).status).toBe(200);
    expect(await statesIn(trainingClass)).toEqual(['reported', 'pending', 'reported', 'confirmed']);
    expect(await reportsOf(trainingClass)).toMatchObject([{ groupId: group.id }]);
  });

  test.each([
    [2999, { reported: 2999, due: 3000, missing: 1, payment_due: null, overdue: false }],
    [3000, null],
    [3001, null],
  ])('of NT$%d for two people of a group is answered with %j', async (paid_money, shortfall) => {
    const { trainingClass, group, manager } = await buildTeam(['unpaid', 'pending', 'unpaid']);
    const place = { ...trainingClass, group: group.code };
    const reply = await report(manager, place, { ...body, paid_money });
    expect(reply.answer).toEqual({ code: trainingClass.code, shortfall });
    expect((await check(manager, place)).answer).toMatchObject({ covered: 2, shortfall });
  });

  test('for a person of a group after the others counts all reports of the group', async () => {
    const { trainingClass, group, manager, members } = await buildTeam(['unpaid', 'pending']);
    const place = { ...trainingClass, group: group.code };
    await report(manager, place, { ...body, paid_money: 1000 });
    const [second] = await portal.db
      .select({ registrationId: registrations.id })
      .from(registrations)
      .where(eq(registrations.accountId, members[1]?.account.id ?? 0));
    await inTransaction(portal.db, (tx) =>
      approveRegistration(
        tx,
        { registrationId: second?.registrationId ?? 0 },
        { actor: decidingStaff(), now: NOW },
      ),
    );
    expect((await report(manager, place)).answer?.shortfall).toBeNull();
    expect((await check(manager, place)).answer).toMatchObject({
      covered: 2,
      shortfall: { reported: 2500, due: 3000, missing: 500 },
    });
  });

  test('after a partial payment and a move to another class counts what is still due', async () => {
    const desk = await buildDesk(portal.db);
    const { id, person: account } = await desk.reported({ paidMoney: 1000 });
    const person = { account, token: await logIn(portal.db, account) };
    const [line] = await desk.lines({ in: 1000 });
    const partial = { lineIds: [line?.id ?? 0], registrationIds: [id], missing: 500 };
    await inTransaction(portal.db, (tx) => recordPartialPayment(tx, partial, byCashier));
    expect((await check(person, desk.trainingClass)).answer).toMatchObject({
      fee: 1500,
      unpaid: 1,
      amount: 500,
    });

    const target = await buildClass(portal.db, { organizationId: desk.organizationId, fee: 2100 });
    const move = { registrationId: id, code: target.code, difference: 600, reason: null };
    await inTransaction(portal.db, (tx) =>
      moveRegistration(tx, move, { actor: decidingStaff(desk.organizationId), now: NOW }),
    );
    expect((await check(person, target)).answer).toMatchObject({ fee: 2100, unpaid: 1, amount: 1100 });
    const short = { reported: 900, due: 1100, missing: 200 };
    expect((await report(person, target, { ...body, paid_money: 900 })).answer?.shortfall).toMatchObject(
      short,
    );
    const { UncheckedRecords } = (await portal.call(records, { token: person.token })).answer;
    expect(UncheckedRecords).toMatchObject([{ code: target.code, amount: 0, shortfall: short }]);
    expect((await report(person, target, { ...body, paid_money: 1100 })).answer?.shortfall).toBeNull();
  });

  test('of a member covers their own seat', async () => {
    const { trainingClass, members } = await buildTeam(['unpaid', 'unpaid']);
    const [, second] = members;
    if (!second) throw new Error('no member');
    expect((await report(second, trainingClass)).status).toBe(200);
    expect(await statesIn(trainingClass)).toEqual(['unpaid', 'reported']);
  });

  test('names the fault of every field', async () => {
    const { trainingClass, person } = await buildSeat('unpaid');
    const wrong = { paid_time: '2026-02-30', last_five: '123456', paid_money: -1, paid_name: ' ' };
    const reply = await report(person, trainingClass, wrong);
    expect([reply.status, reply.refusal]).toEqual([
      422,
      {
        message: '資料有誤，請檢查後再送出',
        errors: {
          paid_time: ['匯款日期不是有效的日期'],
          last_five: ['末五碼須為 0 至 99999 的數字'],
          paid_name: ['請輸入匯款人姓名'],
          paid_money: ['匯款金額不得小於 0'],
        },
      },
    ]);
    expect(await statesIn(trainingClass)).toEqual(['unpaid']);
  });

  test.each([
    ['2026-12-02', '匯款日期必須早於或等於今天'],
    ['2025-11-30', '匯款日期不得早於 2025-12-01'],
  ])('of %s is refused: %s', async (paid_time, text) => {
    const { trainingClass, person } = await buildSeat('unpaid');
    const reply = await report(person, trainingClass, { ...body, paid_time });
    expect([reply.status, reply.refusal.errors]).toEqual([422, { paid_time: [text] }]);
    expect(await statesIn(trainingClass)).toEqual(['unpaid']);
  });

  describe('with an Idempotency-Key', () => {
    const key = { 'idempotency-key': 'one-of-a-kind' };

    test('is made once, however often it is sent', async () => {
      const { trainingClass, person } = await buildSeat('unpaid');
      const replies = [
        await report(person, trainingClass, body, key),
        await report(person, trainingClass, body, key),
      ];
      expect(replies.map(({ status, answer }) => [status, answer])).toEqual([
        [200, { code: trainingClass.code, shortfall: null }],
        [200, { code: trainingClass.code, shortfall: null }],
      ]);
      expect(await reportsOf(trainingClass)).toHaveLength(1);
    });

    test('is not repeated for another body, class or group', async () => {
      const { trainingClass, person } = await buildSeat('unpaid');
      const other = await buildClass(portal.db);
      await buildRegistration(portal.db, { class: other, account: person.account, state: 'unpaid' });
      await report(person, trainingClass, body, key);
      const others = [
        await report(person, trainingClass, { ...body, paid_money: 1 }, key),
        await report(person, other, body, key),
        await report(person, { ...trainingClass, group: 'LANHAI' }, body, key),
      ];
      const text = '這次送出的內容與先前不同，請重新整理後再試';
      expect(others.map(({ status, refusal }) => [status, refusal])).toEqual(
        others.map(() => [422, { message: text, errors: { Class: [text] } }]),
      );
      expect(await statesIn(other)).toEqual(['unpaid']);
    });
  });
});
