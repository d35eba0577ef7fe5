import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import {
  byCashier,
  cashierOf,
  codeOf,
  type Desk,
  openPayments,
  settlement,
} from '../../test/factories/desk.ts';
import { one } from '../../test/factories/one.ts';
import { buildStaff, decidingStaff } from '../../test/factories/staff.ts';
import { findOpenLines } from '../../test/factories/statement.ts';
import { freeWhileWaiting, untilWaiting } from '../../test/locks.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { auditEvents } from '../audit/tables.ts';
import { classes } from '../classes/tables.ts';
import { cancelByStaff } from '../enrolment/on-behalf/cancel-by-staff.ts';
import { approveRegistration } from '../enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../enrolment/review/reject-registration.ts';
import { reopenRegistration } from '../enrolment/review/reopen-registration.ts';
import { moveRegistration } from '../enrolment/seats/move-registration.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { allocations, payments, refunds } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { parseReports } from '../statements/matching/open-items.ts';
import { findOpenItems } from '../statements/queries.ts';
import { recordPartialPayment } from './record-partial-payment.ts';
import { payRefund, waiveRefund } from './refund-steps.ts';
import { rejectReport } from './reject-report.ts';
import { reportPayment } from './report-payment.ts';
import { takeSurplus } from './take-surplus.ts';
import { undoPayment } from './undo-payment.ts';
import { isUndoable } from './undoable.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, settle, stateOf, refundsOf, accountOf } = openPayments(() => portal.db);

const LATER = new Date(byCashier.now.getTime() + 1000);

let account = 10_000_000;

/** A line from an account of its own. */
const lineOf = async ({ lines }: Desk, amount: number): Promise<number> => {
  const open = await lines({ in: amount, digits: String(++account) });
  return open.find((line) => line.amount === amount)?.id ?? 0;
};

/** Confirms the registration by a new line; the payment's id. */
const pay = async (desk: Desk, registrationId: number, amount = 1500, fee = 1500) => {
  const line = await lineOf(desk, amount);
  const input = settlement([line], [registrationId], amount - fee);
  return (await settle(input)).id;
};

const undoNow = (paymentId: number, by = byCashier) =>
  run((tx) => undoPayment(tx, { paymentId, reason: '對錯人' }, by));

/** Whether the list of payments offers to undo it. */
const isOffered = async (paymentId: number): Promise<boolean> => {
  const offered = sql<boolean>`${payments.endedAt} is null and ${isUndoable(sql`payments.id`)}`;
  const [found] = await portal.db.select({ offered }).from(payments).where(eq(payments.id, paymentId));
  return found?.offered ?? false;
};

/** Undoes the payment, and checks that the list offers it exactly if it is not refused. */
const undo = async (paymentId: number, by = byCashier) => {
  const offered = await isOffered(paymentId);
  const undone = await undoNow(paymentId, by).then(
    () => ({ code: null }),
    (error: unknown) => ({ error, code: error instanceof Refusal ? error.code : 'error' }),
  );
  if (undone.code !== 'not_found') expect(offered).toBe(undone.code === null);
  if ('error' in undone) throw undone.error;
};

const openAmounts = async ({ account }: Desk) =>
  (await findOpenLines(portal.db, account.id)).map(({ amount }) => amount);

const countWithdrawn = (id: number) =>
  portal.db.$count(
    auditEvents,
    and(eq(auditEvents.action, 'refund.withdraw'), eq(auditEvents.subjectId, id)),
  );

/** The registration has a result while `work` runs. Its class has not begun yet, so the result does not stay. */
const withResult = async <T>(id: number, work: () => Promise<T>): Promise<T> => {
  const set = (result: 1 | null) =>
    portal.db.update(registrations).set({ result }).where(eq(registrations.id, id));
  await set(1);
  return work().finally(() => set(null));
};

/** The mails that tell the person of a registration that a payment was undone. */
const undoneMails = (registrationId: number) =>
  portal.db
    .select({ data: mails.data })
    .from(mails)
    .innerJoin(registrations, eq(registrations.accountId, mails.accountId))
    .where(and(eq(registrations.id, registrationId), eq(mails.template, 'payment_confirmation_undone')));

/** Undoes the payment while `work` is not committed yet; the code of its refusal. */
const undoDuring = async (paymentId: number, work: (tx: Tx) => Promise<unknown>) => {
  const { late } = await run(async (tx) => {
    await work(tx);
    const late = codeOf(undoNow(paymentId));
    await untilWaiting(portal.db, late);
    return { late };
  });
  return late;
};

/** Moves the registration from its class, whose fee is 1,500, to another one of the same account. */
const moveTo = async ({ account, organizationId }: Desk, registrationId: number, fee: number) => {
  const { code } = await buildClass(portal.db, { organizationId, bankAccountId: account.id, fee });
  const input = { registrationId, code, difference: fee - 1500, reason: null };
  await run((tx) => moveRegistration(tx, input, { actor: decidingStaff(), now: byCashier.now }));
};

test('a payment that does not exist, or is of another branch, is not found', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const payment = await pay(desk, id);
  expect([await codeOf(undo(999_999)), await codeOf(undo(payment, cashierOf(999)))]).toEqual([
    'not_found',
    'not_found',
  ]);
  expect((await stateOf(id)).state).toBe('confirmed');
});

test('a payment is undone once; the second person is told who undid it', async () => {
  const desk = await buildDesk();
  const [, staff] = [await buildStaff(portal.db), await buildStaff(portal.db)];
  const { id } = await desk.reported();
  const payment = await pay(desk, id);
  await undo(payment, cashierOf(desk.organizationId, staff.id));
  await expect(undo(payment)).rejects.toMatchObject({
    code: 'undo_done',
    details: { values: { name: staff.name } },
  });
});

test('leaves other payments with their lines and refunds as they are', async () => {
  const desk = await buildDesk();
  const [mine, theirs] = [await desk.reported(), await desk.reported()];
  const [payment, other] = [await pay(desk, mine.id, 1600), await pay(desk, theirs.id, 1700)];
  const surplus = { lineIds: [await lineOf(desk, 1500)], registrationIds: [mine.id], reason: '重複匯款' };
  await run((tx) => takeSurplus(tx, surplus, byCashier));
  await undo(payment);
  expect(await openAmounts(desk)).toEqual([1600]);
  expect((await stateOf(theirs.id)).state).toBe('confirmed');
  expect(await refundsOf(mine.id)).toMatchObject([
    { amount: 100, state: 'withdrawn' },
    { amount: 1500, state: 'due' },
  ]);
  expect(await refundsOf(theirs.id)).toMatchObject([{ amount: 200, state: 'due' }]);
  const ended = await portal.db
    .select({ id: allocations.paymentId })
    .from(allocations)
    .where(eq(allocations.ended, true));
  expect(ended.map(({ id }) => id)).toContain(payment);
  expect(ended.map(({ id }) => id)).not.toContain(other);
  expect(await countWithdrawn(mine.id)).toBe(1);
  const [found] = await portal.db.select().from(payments).where(eq(payments.id, other));
  expect(found?.endedAt).toBeNull();
});

test('its refunds are withdrawn, also one that was waived: nothing of it is kept', async () => {
  const desk = await buildDesk();
  const [before, now] = [await desk.reported(), await desk.reported()];
  const [first, second] = [await pay(desk, before.id, 1600), await pay(desk, now.id, 1600)];
  const [refund] = await refundsOf(before.id);
  await run((tx) => waiveRefund(tx, { refundId: refund?.id ?? 0, reason: '捐贈' }, byCashier));
  await undo(first);
  await undo(second);
  expect([await refundsOf(before.id), await refundsOf(now.id)]).toMatchObject([
    [{ state: 'withdrawn' }],
    [{ state: 'withdrawn' }],
  ]);
  expect([await accountOf(before.id), await accountOf(now.id)]).toEqual([
    { owed: 1500, held: 0 },
    { owed: 1500, held: 0 },
  ]);
  expect([await countWithdrawn(before.id), await countWithdrawn(now.id)]).toEqual([1, 1]);
});

describe('a payment that is undone waits', () => {
  const buildPaid = async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    return { id, payment: await pay(desk, id, 1600) };
  };

  test('for another person who undoes it', async () => {
    const { payment } = await buildPaid();
    const input = { paymentId: payment, reason: '對錯人' };
    expect(await undoDuring(payment, (tx) => undoPayment(tx, input, byCashier))).toBe('undo_done');
  });

  test('for its surplus to be paid back', async () => {
    const { id, payment } = await buildPaid();
    const [{ id: refundId } = { id: 0 }] = await refundsOf(id);
    const paid = { refundId, amount: 100, paidOn: '2026-12-01', reference: 'A1' };
    expect(await undoDuring(payment, (tx) => payRefund(tx, paid, byCashier))).toBe('undo_refund_paid');
    expect(await refundsOf(id)).toMatchObject([{ state: 'paid' }]);
  });

  test('for a result', async () => {
    const { id, payment } = await buildPaid();
    const pass = (tx: Tx) => tx.update(registrations).set({ result: 1 }).where(eq(registrations.id, id));
    expect(await undoDuring(payment, pass)).toBe('undo_result');
    await portal.db.update(registrations).set({ result: null }).where(eq(registrations.id, id));
  });
});

describe('a payment for two', () => {
  const buildPair = async () => {
    const desk = await buildDesk();
    const [first, second] = [await desk.unpaid(), await desk.reported()];
    const input = settlement([await lineOf(desk, 3000)], [first.id, second.id]);
    const payment = (await settle(input)).id;
    const states = async () => [(await stateOf(first.id)).state, (await stateOf(second.id)).state];
    return { desk, first, second, payment, states };
  };

  test('returns each to its own state', async () => {
    const { payment, states } = await buildPair();
    await undo(payment);
    expect(await states()).toEqual(['unpaid', 'reported']);
  });

  const cancel = (tx: Tx, registrationId: number) =>
    cancelByStaff(tx, { registrationId, reason: '停辦' }, { actor: decidingStaff(), now: byCashier.now });
  const recordResult = (tx: Tx, id: number) =>
    tx.update(registrations).set({ result: 1 }).where(eq(registrations.id, id));

  test.each([
    ['has left', cancel, 'undo_state'],
    ['has a result', recordResult, 'undo_result'],
  ] as const)('is not undone once one of them %s', async (_, change, code) => {
    const { second, payment, states } = await buildPair();
    await run<unknown>((tx) => change(tx, second.id));
    const before = await states();
    expect(await codeOf(undo(payment))).toBe(code);
    expect(await states()).toEqual(before);
    await portal.db.update(registrations).set({ result: null }).where(eq(registrations.id, second.id));
  });

  test('is not undone once one of them was moved to a cheaper class, with a refund', async () => {
    const { desk, second, payment, states } = await buildPair();
    await moveTo(desk, second.id, 1400);
    expect(await codeOf(undo(payment))).toBe('undo_state');
    expect(await states()).toEqual(['confirmed', 'confirmed']);
  });
});

describe('after a move to a more expensive class', () => {
  const build2000 = async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const first = await pay(desk, id);
    await moveTo(desk, id, 2000);
    const owed = async () => (await accountOf(id)).owed;
    const state = async () => (await stateOf(id)).state;
    const payRest = async () => {
      const input = settlement([await lineOf(desk, 500)], [id], 0, null);
      return (await settle(input)).id;
    };
    return { desk, id, first, owed, state, payRest };
  };

  test('the earlier payment may be undone: the whole fee is due', async () => {
    const { id, first, state } = await build2000();
    await undo(first);
    expect([await state(), await accountOf(id)]).toEqual(['unpaid', { owed: 2000, held: 0 }]);
    expect(await codeOf(undo(first))).toBe('undo_done');
  });

  test.each([
    { mail: 'with a mail', isUntold: false, told: [{ data: { reason: '對錯人' } }] },
    { mail: 'without a mail if the person was not told of it', isUntold: true, told: [] },
  ])('the end of the earlier payment is in the history, $mail', async ({ isUntold, told }) => {
    const { id, first } = await build2000();
    await run((tx) => undoPayment(tx, { paymentId: first, reason: '對錯人', isUntold }, byCashier));
    const events = await portal.db
      .select()
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, id))
      .orderBy(registrationEvents.id);
    expect(events.at(-1)).toMatchObject({
      ...{ action: 'payment.undo_confirmation', fromState: 'unpaid', toState: 'unpaid' },
      ...{ note: '對錯人', data: { payment: first } },
    });
    expect(await undoneMails(id)).toMatchObject(told);
  });

  test.each([
    ['first the later one', ['rest', 'first'], ['unpaid', 500]],
    ['first the earlier one', ['first', 'rest'], ['reported', 1500]],
  ] as const)('the difference is received by a line, and both are undone: %s', async (_, order, between) => {
    const { first, owed, state, payRest } = await build2000();
    const made = { first, rest: await payRest() };
    expect([await state(), await owed()]).toEqual(['confirmed', 0]);
    await undo(made[order[0]]);
    expect([await state(), await owed()]).toEqual(between);
    await undo(made[order[1]]);
    expect([await state(), await owed()]).toEqual([between[0], 2000]);
  });

  test('the difference is received in cash', async () => {
    const { id, state } = await build2000();
    const received = { method: 'cash', amount: 500, receivedOn: '2026-11-30' } as const;
    const input = { lineIds: [], registrationIds: [id], received, difference: 0, note: null };
    await settle(input);
    expect(await state()).toBe('confirmed');
  });

  test('the difference is reported, and the report waits at the desk with what is due', async () => {
    const { desk, id, state } = await build2000();
    const { accountId } = one(await portal.db.select().from(registrations).where(eq(registrations.id, id)));
    const moved = one(
      await portal.db
        .select({ code: classes.code })
        .from(classes)
        .innerJoin(registrations, eq(registrations.classId, classes.id))
        .where(eq(registrations.id, id)),
    );
    const remittance = { paidTime: '2026-11-30', lastFive: '00042', paidMoney: 500, paidName: '王小明' };
    const by = { actor: proveTrainee({ accountId }), now: byCashier.now };
    const { shortfall } = await run((tx) => reportPayment(tx, { ...moved, ...remittance }, by));
    expect([shortfall, await state()]).toEqual([null, 'reported']);
    const { reports } = await findOpenItems(portal.db, {
      id: desk.account.id,
      organizationId: desk.organizationId,
    });
    expect(parseReports(reports)).toMatchObject([{ due: 500, partialPaid: 1500 }]);
  });
});

describe('a registration', () => {
  test('returns to its state before this payment, not before an earlier one', async () => {
    const desk = await buildDesk();
    const { id, reportId } = await desk.reported();
    await undo(await pay(desk, id));
    expect((await stateOf(id)).state).toBe('reported');
    await run((tx) => rejectReport(tx, { reportId, reason: '查無此款' }, byCashier));
    await undo(await pay(desk, id));
    expect(await stateOf(id)).toEqual({ state: 'unpaid', reason: '對錯人' });
  });

  test.each([
    ['a lower fee', 1400, 'undo_state'],
    ['the same fee', 1500, null],
  ])('that was moved to a class with %s meanwhile', async (_, fee, code) => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const payment = await pay(desk, id);
    await moveTo(desk, id, fee);
    expect(await codeOf(undo(payment))).toBe(code);
  });

  test('that was moved before its payment, while another one moves later', async () => {
    const desk = await buildDesk();
    const [mine, theirs] = [await desk.unpaid(), await desk.reported()];
    await moveTo(desk, mine.id, 1400);
    const [payment] = [await pay(desk, mine.id, 1400, 1400), await pay(desk, theirs.id)];
    await moveTo(desk, theirs.id, 2000);
    expect(await codeOf(undo(payment))).toBeNull();
  });
});

describe('a partial payment', () => {
  const keep = async () => {
    const desk = await buildDesk();
    const { id, person } = await desk.reported();
    const input = { lineIds: [await lineOf(desk, 1000)], registrationIds: [id], missing: 500 };
    const part = await run((tx) => recordPartialPayment(tx, input, byCashier));
    return { desk, id, part, person };
  };

  test('is free again, and the history says so', async () => {
    const { desk, id, part } = await keep();
    await undo(part);
    expect([(await accountOf(id)).held, await openAmounts(desk)]).toEqual([0, [1000]]);
    expect((await stateOf(id)).state).toBe('unpaid');
    const [event] = await portal.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'payment.undo_confirmation'), eq(auditEvents.subjectId, id)));
    expect(event?.after).toEqual({ payment: part, reason: '對錯人' });
  });

  test('is free again after another report', async () => {
    const { desk, id, part, person } = await keep();
    const report = { paidTime: '2026-12-01', lastFive: '00042', paidMoney: 500, paidName: '王小明' };
    const reporter = { actor: proveTrainee({ accountId: person.id }), now: byCashier.now };
    await run((tx) => reportPayment(tx, { ...report, code: desk.trainingClass.code }, reporter));
    expect((await stateOf(id)).state).toBe('reported');
    await undo(part);
    expect(await openAmounts(desk)).toEqual([1000]);
  });

  test('for two is undone after the rest of one has come, who then owes it again', async () => {
    const desk = await buildDesk();
    const registrationIds = [(await desk.reported()).id, (await desk.reported()).id];
    const input = { lineIds: [await lineOf(desk, 2500)], registrationIds, missing: 500 };
    const part = await run((tx) => recordPartialPayment(tx, input, byCashier));
    const rest = settlement([await lineOf(desk, 500)], registrationIds.slice(1));
    await settle(rest);
    await undo(part);
    expect([await accountOf(registrationIds[0] ?? 0), await accountOf(registrationIds[1] ?? 0)]).toEqual([
      { owed: 1500, held: 0 },
      { owed: 1000, held: 500 },
    ]);
  });

  test('is not undone once it is owed as a refund, also if the registration is open again', async () => {
    const { desk, id, part } = await keep();
    const reviewer = { actor: decidingStaff(), now: byCashier.now };
    const review = { registrationId: id, reason: '資格不符' };
    await run((tx) => rejectRegistration(tx, review, reviewer));
    await run((tx) => reopenRegistration(tx, review, reviewer));
    await run((tx) => approveRegistration(tx, review, reviewer));
    expect((await stateOf(id)).state).toBe('unpaid');
    expect(await codeOf(undo(part))).toBe('undo_state');
    expect(await openAmounts(desk)).toEqual([]);
    expect(await refundsOf(id)).toMatchObject([{ state: 'due', amount: 1000 }]);
  });

  test('is undone after the rest has come, and the registration is not confirmed any more', async () => {
    const { desk, id, part } = await keep();
    const rest = await lineOf(desk, 500);
    await settle(settlement([rest], [id]));
    await undo(part);
    expect(await openAmounts(desk)).toEqual([1000]);
    expect([(await stateOf(id)).state, await accountOf(id)]).toEqual(['reported', { owed: 1000, held: 500 }]);
  });
});

test('a surplus is free again, also after a result, and its person stays confirmed', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  await pay(desk, id);
  const input = { lineIds: [await lineOf(desk, 1500)], registrationIds: [id], reason: '重複匯款' };
  const payment = await run((tx) => takeSurplus(tx, input, byCashier));
  await withResult(id, () => undo(payment));
  expect(await refundsOf(id)).toMatchObject([{ state: 'withdrawn' }]);
  expect([(await stateOf(id)).state, await openAmounts(desk)]).toEqual(['confirmed', [1500]]);
});

test('what one person has waived does not stand for what another one with a result would owe', async () => {
  const desk = await buildDesk();
  const registrationIds = [(await desk.reported()).id, (await desk.reported()).id];
  const payment = (await settle(settlement([await lineOf(desk, 4600)], registrationIds, 1600))).id;
  const refund = one(await portal.db.select().from(refunds).where(eq(refunds.paymentId, payment)));
  await run((tx) => waiveRefund(tx, { refundId: refund.id, reason: '捐贈' }, byCashier));
  const other = registrationIds.find((id) => id !== refund.registrationId) ?? 0;
  expect(await withResult(other, () => codeOf(undo(payment)))).toBe('undo_result');
});

test('a payment is undone without a mail to those who had paid before and stay confirmed', async () => {
  const desk = await buildDesk();
  const [paid, owing] = [await desk.reported(), await desk.reported()];
  await pay(desk, paid.id);
  const both = settlement([await lineOf(desk, 1600)], [paid.id, owing.id], 100);
  const payment = (await settle(both)).id;
  await undo(payment);
  expect([(await stateOf(paid.id)).state, (await stateOf(owing.id)).state]).toEqual([
    'confirmed',
    'reported',
  ]);
  expect([await undoneMails(paid.id), await undoneMails(owing.id)]).toMatchObject([[], [{}]]);
  const noted = and(
    eq(auditEvents.action, 'payment.undo_confirmation'),
    inArray(auditEvents.subjectId, [paid.id, owing.id]),
  );
  expect(await portal.db.select().from(auditEvents).where(noted)).toMatchObject([
    { subjectId: paid.id, after: { payment, reason: '對錯人' } },
  ]);
});

test('the refunds of a payment that is undone are locked in the order of their ids', async () => {
  const desk = await buildDesk();
  const registrationIds = [(await desk.reported()).id, (await desk.reported()).id];
  await settle(settlement([await lineOf(desk, 3000)], registrationIds));
  const input = { lineIds: [await lineOf(desk, 2900)], registrationIds, reason: '重複匯款' };
  const payment = await run((tx) => takeSurplus(tx, input, byCashier));
  const made = await portal.db.select().from(refunds).where(eq(refunds.paymentId, payment));
  const [first = 0, second = 0] = made.map(({ id }) => id).toSorted((one, other) => one - other);
  // A changed row stands behind the others.
  await portal.db.update(refunds).set({ createdAt: LATER }).where(eq(refunds.id, first));
  const free = await freeWhileWaiting(
    portal.db,
    { table: refunds, ids: [first, second] },
    (tx) => tx.select().from(refunds).where(eq(refunds.id, first)).for('update'),
    (tx) => undoPayment(tx, { paymentId: payment, reason: '對錯人' }, byCashier),
  );
  expect(free).toEqual([second]);
});
