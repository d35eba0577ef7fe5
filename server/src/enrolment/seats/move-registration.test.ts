import { readable } from '@portal/contract/dates';
import { cancelRegistration, records } from '@portal/contract/enrolment';
import * as contract from '@portal/contract/office/enrolment';
import { cancelByStaff } from '@portal/contract/office/enrolment';
import { reportPayment } from '@portal/contract/payment';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { accountOf, buildDesk, byCashier } from '../../../test/factories/desk.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { classes } from '../../classes/tables.ts';
import { findRoster } from '../../groups/queries.ts';
import { mails } from '../../mail/tables.ts';
import { refunds } from '../../money/tables.ts';
import { confirmPayment } from '../../payment/confirm-payment.ts';
import { recordPartialPayment } from '../../payment/record-partial-payment.ts';
import { paymentReports } from '../../payment/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { State } from '../states.ts';
import { registrationEvents, registrations } from '../tables.ts';
import { moveRegistration } from './move-registration.ts';
import { lockClassByCode } from './seats.ts';

let portal: TestPortal;
let officer: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const branch = await buildOrganization(portal.db);
  const staff = await buildStaff(portal.db, { grants: [grant('officer', branch.id)] });
  officer = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildClass>[1];

const build = async (state: State, from: Overrides = {}, to: Overrides = {}) => {
  const [former, target] = [await buildClass(portal.db, from), await buildClass(portal.db, to)];
  const account = await buildAccount(portal.db);
  const registration = await buildRegistration(portal.db, { class: former, account, state });
  return { former, target, account, registration };
};

const move = async (
  registration: { id: number },
  body: { code: string; difference?: number; reason?: string | null; version?: number },
) =>
  portal.call(contract.moveRegistration, {
    params: { id: String(registration.id) },
    body: { difference: 0, version: await seenRegistration(portal.db, registration), ...body },
    headers: officer,
  });

const cancel = async (registration: { id: number }) => {
  const body = { reason: '停辦', version: await seenRegistration(portal.db, registration) };
  return portal.call(cancelByStaff, { params: { id: String(registration.id) }, body, headers: officer });
};

const seatsTaken = async (...trainingClasses: { id: number }[]) => {
  const numbers: (number | undefined)[] = [];
  for (const { id } of trainingClasses) {
    const [found] = await portal.db.select().from(classes).where(eq(classes.id, id));
    numbers.push(found?.number);
  }
  return numbers;
};

const refundsOf = ({ id }: { id: number }) =>
  portal.db.select().from(refunds).where(eq(refunds.registrationId, id));

/** The dues that the mails about a move name, one entry per mail. */
const duesInMails = async (accountId: number) => {
  const moved = and(eq(mails.accountId, accountId), eq(mails.template, 'moved'));
  const found = await portal.db.select({ data: mails.data }).from(mails).where(moved);
  return found.map(({ data }) => (data as { dues?: unknown }).dues);
};

const lastEvent = async ({ id }: { id: number }) => {
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, id))
    .orderBy(registrationEvents.id);
  return events.at(-1);
};

describe('moving a registration', () => {
  test.each(['pending', 'unpaid', 'reported', 'confirmed'] as const)(
    'that is %s takes its seat to another class of the course',
    async (state) => {
      const { former, target, account, registration } = await build(state);
      const { status, answer } = await move(registration, { code: target.code, reason: '學員來電' });
      expect(status).toBe(200);
      expect(answer).toMatchObject({ id: registration.id, state, class: { code: target.code } });
      expect(await lastEvent(registration)).toMatchObject({
        action: 'registration.move',
        note: '學員來電',
        data: { from: former.code, to: target.code, difference: 0 },
      });
      expect(await seatsTaken(former, target)).toEqual([0, 1]);
      expect(await refundsOf(registration)).toEqual([]);
      const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
      expect(mail).toMatchObject({ template: 'moved', data: { former: former.code, code: target.code } });
    },
  );

  test.each([
    ['unpaid', 1500, 0, 'confirmed'],
    ['confirmed', 0, 1500, 'unpaid'],
    ['pending', 1500, 0, 'pending'],
  ] as const)('that is %s, from a fee of %d to %d, makes it %s', async (state, before, after, then) => {
    const { target, registration } = await build(state, { fee: before }, { fee: after });
    const { answer } = await move(registration, { code: target.code, difference: after - before });
    expect(answer).toMatchObject({ state: then, ledger: { balance: then === 'unpaid' ? after : 0 } });
  });

  test.each([
    ['unpaid', 1500, 1800, '2026-12-04'],
    ['unpaid', 1500, 0, null],
    ['confirmed', 0, 1500, '2026-12-04'],
    ['pending', 1500, 1500, null],
    ['confirmed', 1500, 1500, null],
    ['reported', 1500, 1500, null],
  ] as const)(
    'that is %s, from a fee of %d to %d, sets the payment deadline %s, which the mail names',
    async (state, fee, after, due) => {
      const { account, target, registration } = await build(state, { fee }, { fee: after, paymentDays: 3 });
      await move(registration, { code: target.code, difference: after - fee });
      const [found] = await portal.db
        .select()
        .from(registrations)
        .where(eq(registrations.id, registration.id));
      expect(found?.paymentDue).toBe(due);
      expect(await duesInMails(account.id)).toEqual([
        due ? { amount: after, due: readable(due) } : undefined,
      ]);
    },
  );

  test.each([
    ['reported', '2027-06-01', '2026-12-04'],
    ['reported', '2026-12-02', '2026-12-02'],
    ['confirmed', '2027-06-01', '2027-06-01'],
  ] as const)(
    'that is %s, with the deadline %s, then has the deadline %s, and the mail asks for nothing',
    async (state, before, after) => {
      const { account, target, registration } = await build(state, {}, { paymentDays: 3 });
      const own = eq(registrations.id, registration.id);
      await portal.db.update(registrations).set({ paymentDue: before }).where(own);
      await move(registration, { code: target.code });
      const [found] = await portal.db.select().from(registrations).where(own);
      expect(found?.paymentDue).toBe(after);
      expect(await duesInMails(account.id)).toEqual([undefined]);
    },
  );

  test.each([
    ['pending', 1500, 1800, 0],
    ['unpaid', 1500, 1800, 0],
    ['confirmed', 0, 1500, 0],
    ['confirmed', 1500, 2000, 500],
    ['confirmed', 1500, 1200, 0],
  ] as const)(
    'that is %s, from a fee of %d to %d: the event and the mail say that %d more are owed',
    async (state, fee, after, owed) => {
      const { former, target, account, registration } = await build(state, { fee }, { fee: after });
      const difference = after - fee;
      await move(registration, { code: target.code, difference });
      const { data } = (await lastEvent(registration)) ?? {};
      expect(data).toEqual({ from: former.code, to: target.code, difference, owed });
      const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
      expect(mail?.data).toMatchObject({ owed });
    },
  );

  test('that is pending has neither a fee nor a charge before its approval', async () => {
    const { target, registration } = await build('pending', { fee: 1500 }, { fee: 1800 });
    const { answer } = await move(registration, { code: target.code, difference: 300 });
    expect(answer.ledger.entries).toEqual([]);
    const [found] = await portal.db.select().from(registrations).where(eq(registrations.id, registration.id));
    expect(found?.fee).toBeNull();
  });

  test('that is paid refunds the difference', async () => {
    const { target, registration } = await build('confirmed', { fee: 1500 }, { fee: 1200 });
    const { answer } = await move(registration, { code: target.code, difference: -300 });
    expect(answer.state).toBe('confirmed');
    expect(answer.ledger.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', 1500],
      ['move_difference', -300],
      ['payment', -1500],
      ['refund_due', 300],
    ]);
    const [event] = await portal.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'refund.create'), eq(auditEvents.subjectId, registration.id)));
    expect(event).toMatchObject({ after: { amount: 300 } });
  });

  test.each([
    ['pending', 1500, 1500, 'none', false],
    ['unpaid', 1500, 0, 'new', false],
    ['confirmed', 1500, 1500, 'moved', false],
    ['confirmed', 0, 1500, 'cancelled', true],
  ] as const)(
    'that is %s, from a fee of %d to %d: the mail has the calendar event %s, and asks for a payment: %s',
    async (state, fee, after, event, toPay) => {
      const { account, target, registration } = await build(state, { fee }, { fee: after });
      await move(registration, { code: target.code, difference: after - fee });
      const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
      const data = mail?.data as { seat?: { revision?: string }; toPay: boolean };
      expect(data.toPay).toBe(toPay);
      expect(data.seat ? (data.seat.revision ?? 'new') : 'none').toBe(event);
    },
  );

  test.each([
    ['refunded in a class without a fee', 0, [{ amount: 1000, state: 'due' }], undefined],
    [
      'kept in a class with one, and the mail names the rest',
      1500,
      [],
      { amount: 500, due: expect.any(String) },
    ],
    [
      'kept in a class with a fee below it, which completes the registration, and the rest is refunded',
      800,
      [{ amount: 200, state: 'due' }],
      undefined,
    ],
  ] as const)('that was paid in part is %s', async (_, fee, refundsDue, dues) => {
    const desk = await buildDesk(portal.db);
    const { id, person } = await desk.reported();
    const [line] = await desk.lines({ in: 1000 });
    const part = { lineIds: [line?.id ?? 0], registrationIds: [id], missing: 500 };
    await inTransaction(portal.db, (tx) => recordPartialPayment(tx, part, byCashier));
    const { code } = await buildClass(portal.db, { organizationId: desk.organizationId, fee });
    const input = { registrationId: id, code, difference: fee - 1500, reason: null };
    await inTransaction(portal.db, (tx) => moveRegistration(tx, input, { actor: decidingStaff(), now: NOW }));
    expect(await duesInMails(person.id)).toEqual([dues]);
    expect(await refundsOf({ id })).toMatchObject(refundsDue);
    const { held } = await accountOf(portal.db, id);
    expect(held).toBe(Math.min(fee, 1000));
  });

  test('that is paid is to be paid again up to the higher fee, until it moves back', async () => {
    const { former, target, account, registration } = await build('confirmed', { fee: 1500 }, { fee: 2000 });
    const there = await move(registration, { code: target.code, difference: 500 });
    expect(there.answer).toMatchObject({ state: 'unpaid', ledger: { balance: 500 } });
    expect(await duesInMails(account.id)).toEqual([{ amount: 500, due: expect.any(String) }]);
    const token = await logIn(portal.db, account);
    const { answer } = await portal.call(records, { token });
    expect(answer.UncheckedRecords).toMatchObject([{ fee: 2000, amount: 500, can_report_payment: true }]);
    const back = await move(registration, { code: former.code, difference: -500 });
    expect(back.answer).toMatchObject({ state: 'confirmed', ledger: { balance: 0 } });
    expect(await refundsOf(registration)).toEqual([]);
  });

  test('to a class without a fee, and then cancelling it, refunds a confirmed payment only once', async () => {
    const { target, registration } = await build('reported', { fee: 1500 }, { fee: 0 });
    await inTransaction(portal.db, (tx) =>
      confirmPayment(tx, { registrationId: registration.id }, { actor: decidingStaff(), now: NOW }),
    );
    await move(registration, { code: target.code, difference: -1500 });
    expect((await cancel(registration)).status).toBe(200);
    expect((await refundsOf(registration)).map(({ amount }) => amount)).toEqual([1500]);
  });

  test('hides rejected and cancelled registrations that the person has in the target class', async () => {
    const { account, target, registration } = await build('unpaid');
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account });
    await buildMembership(portal.db, { group, account: await buildAccount(portal.db), role: 'manager' });
    await buildRegistration(portal.db, { class: target, account, state: 'rejected' });
    await buildRegistration(portal.db, { class: target, account, state: 'cancelled', reason: '停辦' });
    await move(registration, { code: target.code });
    const token = await logIn(portal.db, account);
    const { answer } = await portal.call(records, { token });
    expect(answer.UncheckedRecords.map(({ enable, paid }) => ({ enable, paid }))).toEqual([
      { enable: 1, paid: 0 },
    ]);
    const roster = await findRoster(portal.db, { classId: target.id, groupId: group.id });
    expect(roster.map(({ state }) => state)).toContain('unpaid');
  });

  // `portal.close` runs check:data.
  test('keeps its payment report with the former class, which check:data accepts', async () => {
    const { target, registration } = await build('reported');
    expect((await move(registration, { code: target.code })).status).toBe(200);
  });
});

describe('a move is refused', () => {
  const refused = async (
    state: State,
    { from = {}, to = {}, difference = 0 }: { from?: Overrides; to?: Overrides; difference?: number },
  ) => {
    const { former, target, registration } = await build(state, from, to);
    const { status, refusal } = await move(registration, { code: target.code, difference });
    expect(await seatsTaken(former, target)).toEqual([
      state === 'rejected' || state === 'cancelled' ? 0 : 1,
      target.number,
    ]);
    const [after] = await portal.db.select().from(registrations).where(eq(registrations.id, registration.id));
    expect(after).toMatchObject({ classId: former.id, state });
    return [status, refusal.message];
  };
  const past = new Date(NOW.getTime() - 1000);

  test('to a class of another course', async () => {
    const { id: courseId } = await buildCourse(portal.db, { code: 'LG1', chineseName: '救生員訓練' });
    expect(await refused('unpaid', { to: { courseId } })).toEqual([422, '僅能轉至相同訓練項目的班別']);
  });
  test('to a class that has started', async () => {
    expect(await refused('unpaid', { to: { startTime: past } })).toEqual([422, '此班已開課']);
  });
  test('to a draft', async () => {
    expect(await refused('unpaid', { to: { publishedAt: null } })).toEqual([422, '查無此班別']);
  });
  test('to a class that was withdrawn meanwhile', async () => {
    const { former, target, registration } = await build('unpaid');
    const { waiting } = await inTransaction(portal.db, async (tx) => {
      await lockClassByCode(tx, { code: target.code });
      const moving = move(registration, { code: target.code });
      await untilWaiting(portal.db, moving);
      await tx.update(classes).set({ publishedAt: null, state: 'draft' }).where(eq(classes.id, target.id));
      return { waiting: moving };
    });
    expect((await waiting).refusal.message).toBe('查無此班別');
    expect(await seatsTaken(former, target)).toEqual([1, 0]);
  });
  test('to a class of a branch where the officer has no right', async () => {
    const { id: organizationId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    expect(await refused('unpaid', { to: { organizationId } })).toEqual([422, '查無此班別']);
  });
  test('to a full class', async () => {
    const { target, registration } = await build('unpaid', {}, { limitNumber: 1 });
    await buildRegistration(portal.db, { class: target, account: await buildAccount(portal.db) });
    expect((await move(registration, { code: target.code })).refusal.message).toBe('此班名額已滿');
  });
  test('to a class where the person already holds a seat', async () => {
    const { target, account, registration } = await build('unpaid');
    await buildRegistration(portal.db, { class: target, account });
    expect((await move(registration, { code: target.code })).refusal.message).toBe('此學員已報名本課程');
    expect(await seatsTaken({ id: registration.classId }, target)).toEqual([1, 1]);
  });
  test('to a class that is reserved for a group', async () => {
    const group = await buildGroup(portal.db);
    const to = { groupId: group.id, personalAllow: false };
    const [, message] = await refused('unpaid', { to });
    expect(message).toContain(group.name);
  });
  test('to the same class', async () => {
    const { former, registration } = await build('unpaid');
    expect((await move(registration, { code: former.code })).refusal.message).toBe('請選擇另一個班別');
  });
  test('of a reported payment to a class with another fee', async () => {
    expect(await refused('reported', { to: { fee: 1600 }, difference: 100 })).toEqual([
      422,
      '款項待對帳，請先確認，再轉至費用不同的班別',
    ]);
  });
  test('with a difference other than the one shown', async () => {
    expect(await refused('unpaid', { to: { fee: 1600 }, difference: 0 })).toEqual([
      409,
      '兩班的費用差額已變更為 100 元，請確認後再試',
    ]);
  });
  test.each(['rejected', 'cancelled'] as const)('of a %s registration', async (state) => {
    expect((await refused(state, {}))[0]).toBe(422);
  });
  test('of a registration with a result', async () => {
    const former = await buildClass(portal.db, { startTime: past });
    const registration = await buildRegistration(portal.db, {
      class: former,
      account: await buildAccount(portal.db),
      state: 'confirmed',
      result: 1,
    });
    const target = await buildClass(portal.db);
    expect((await move(registration, { code: target.code })).refusal.message).toBe('已有成績，無法轉班');
  });
});

test('a group’s registration moves to a class that is reserved for the group', async () => {
  const [group, account] = [await buildGroup(portal.db), await buildAccount(portal.db)];
  await buildMembership(portal.db, { group, account });
  const former = await buildClass(portal.db);
  const target = await buildClass(portal.db, { groupId: group.id, personalAllow: false });
  const registration = await buildRegistration(portal.db, { class: former, account, group });
  expect((await move(registration, { code: target.code })).answer.class.code).toBe(target.code);
});

test('a move that waited for the registration counts the payment that was confirmed meanwhile', async () => {
  const { target, registration } = await build('reported', { fee: 1500 }, { fee: 1200 });
  const input = { registrationId: registration.id, code: target.code, difference: -300, reason: null };
  let waiting: Promise<unknown> | undefined;
  await inTransaction(portal.db, async (tx) => {
    await confirmPayment(tx, { registrationId: registration.id }, { actor: decidingStaff(), now: NOW });
    waiting = inTransaction(portal.db, (other) =>
      moveRegistration(other, input, { actor: decidingStaff(), now: NOW }),
    );
    await untilWaiting(portal.db, waiting);
  });
  await waiting;
  expect((await refundsOf(registration)).map(({ amount }) => amount)).toEqual([300]);
});

describe('a registration that is being moved', () => {
  const afterMove = async <T>(
    { registration, target }: Awaited<ReturnType<typeof build>>,
    call: () => Promise<T>,
  ): Promise<T> => {
    const input = { registrationId: registration.id, code: target.code, difference: 0, reason: null };
    let waiting: Promise<T> | undefined;
    await inTransaction(portal.db, async (tx) => {
      await moveRegistration(tx, input, { actor: decidingStaff(), now: NOW });
      waiting = call();
      await untilWaiting(portal.db, waiting);
    });
    if (!waiting) throw new Error('nothing waited');
    return waiting;
  };

  test('cannot be cancelled in its former class', async () => {
    const built = await build('unpaid');
    const token = await logIn(portal.db, built.account);
    const { refusal } = await afterMove(built, () =>
      portal.call(cancelRegistration, { token, body: { code: built.former.code } }),
    );
    expect(refusal.errors).toEqual({ Class: ['查無此報名紀錄'] });
    expect(await seatsTaken(built.former, built.target)).toEqual([0, 1]);
  });

  test('cannot be cancelled in its former class, which was postponed', async () => {
    const postponed = { postponedAt: new Date(NOW.getTime() + 1000), freeCancelUntil: '2099-12-31' };
    const built = await build('confirmed', postponed);
    const token = await logIn(portal.db, built.account);
    const { refusal } = await afterMove(built, () =>
      portal.call(cancelRegistration, { token, body: { code: built.former.code } }),
    );
    expect(refusal.errors).toEqual({ Class: ['查無此報名紀錄'] });
    expect(await seatsTaken(built.former, built.target)).toEqual([0, 1]);
    expect(await refundsOf(built.registration)).toEqual([]);
  });

  test('takes no report of a payment for its former class', async () => {
    const built = await build('unpaid');
    const token = await logIn(portal.db, built.account);
    const { status, refusal } = await afterMove(built, () =>
      portal.call(reportPayment, {
        token,
        params: { code: built.former.code },
        body: { paid_time: '2026-11-30', last_five: '00042', paid_money: 1500, paid_name: '王小明' },
      }),
    );
    expect([status, refusal?.errors]).toEqual([422, { Class: ['您尚未報名本課程'] }]);
    expect(await portal.db.$count(paymentReports, eq(paymentReports.classId, built.former.id))).toBe(0);
  });
});

test('a group’s registration moves to a class that is open to all', async () => {
  const [group, account] = [await buildGroup(portal.db), await buildAccount(portal.db)];
  await buildMembership(portal.db, { group, account });
  const [former, target] = [await buildClass(portal.db), await buildClass(portal.db)];
  const registration = await buildRegistration(portal.db, { class: former, account, group });
  expect((await move(registration, { code: target.code })).status).toBe(200);
});

test('the possible classes are listed with the difference between the fees and the obstacle', async () => {
  // The classes of the other tests start later: the list holds the next ones only.
  const startTime = new Date(NOW.getTime() + 86_400_000);
  const { former, target, registration } = await build('unpaid', {}, { fee: 1800, startTime });
  const full = await buildClass(portal.db, { limitNumber: 1, startTime });
  await buildRegistration(portal.db, { class: full, account: await buildAccount(portal.db) });
  const { answer } = await portal.call(contract.moveTargets, {
    params: { id: String(registration.id) },
    headers: officer,
  });
  expect(answer.find(({ code }) => code === target.code)).toMatchObject({ difference: 300, obstacle: null });
  expect(answer.find(({ code }) => code === full.code)).toMatchObject({ left: 0, obstacle: '此班名額已滿' });
  expect(answer.map(({ code }) => code)).not.toContain(former.code);
});

test('a refused move leaves no event', async () => {
  const { target, registration } = await build('unpaid', {}, { startTime: new Date(NOW.getTime() - 1000) });
  await move(registration, { code: target.code });
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registration.id));
  expect(events.map(({ action }) => action)).not.toContain('registration.move');
});
