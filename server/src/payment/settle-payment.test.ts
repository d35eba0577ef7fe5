import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import {
  byCashier,
  cashierOf,
  codeOf,
  type Desk,
  openPayments,
  settlement,
} from '../../test/factories/desk.ts';
import { one } from '../../test/factories/one.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { findOpenLines } from '../../test/factories/statement.ts';
import { untilWaiting } from '../../test/locks.ts';
import { auditEvents } from '../audit/tables.ts';
import { classes } from '../classes/tables.ts';
import { registrationEvents } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { payments, refunds } from '../money/tables.ts';
import { confirmCertain } from '../statements/confirm-certain.ts';
import { findBankAccount } from '../statements/queries.ts';
import { confirmPayment } from './confirm-payment.ts';
import { recordPartialPayment } from './record-partial-payment.ts';
import { takeSurplus } from './take-surplus.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, settle, stateOf, refundsOf } = openPayments(() => portal.db);

const lineIdsOf = async ({ lines }: Desk, ...wanted: Parameters<Desk['lines']>) =>
  (await lines(...wanted)).map(({ id }) => id);

const paymentOf = async (id: number) =>
  one(await portal.db.select().from(payments).where(eq(payments.id, id)));

const dataOf = async (registrationId: number) => {
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registrationId))
    .orderBy(registrationEvents.id);
  return events.at(-1)?.data;
};

const mailTo = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(mails).where(eq(mails.accountId, id))).data;

describe('lines', () => {
  test('of several days make one payment, received on the last', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const ids = await lineIdsOf(desk, { in: 900, day: '2026-11-30' }, { in: 600, day: '2026-11-29' });
    const payment = await settle(settlement(ids.toReversed(), [id]));
    expect(await paymentOf(payment.id)).toMatchObject({
      ...{ amount: 1500, receivedOn: '2026-11-30', method: 'statement', kind: 'full' },
      ...{ bankAccountId: desk.account.id, organizationId: desk.organizationId, createdBy: 'staff:1' },
    });
  });

  test('and registrations that are named twice count once', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line = 0] = await lineIdsOf(desk, { in: 1500 });
    await settle(settlement([line, line], [id, id]));
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test.each<[string, (lines: number[]) => number[], string]>([
    ['one that does not exist', () => [999_999], 'line_unknown'],
    ['one more that does not exist', ([line = 0]) => [line, 999_999], 'line_unknown'],
    ['none', () => [], 'payment_without_line'],
  ])('are refused with %s', async (_, choose, code) => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const ids = choose(await lineIdsOf(desk, { in: 1500 }));
    expect(await codeOf(settle(settlement(ids, [id])))).toBe(code);
    expect((await stateOf(id)).state).toBe('reported');
  });

  test('of two accounts make no payment', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    const { id } = await desk.reported();
    const [mine = 0] = await lineIdsOf(desk, { in: 900 });
    const [theirs = 0] = await lineIdsOf(other, { in: 600 });
    expect([
      await codeOf(settle(settlement([mine, theirs], [id]))),
      await codeOf(settle(settlement([mine, theirs], [id]), cashierOf(desk.organizationId))),
    ]).toEqual(['line_other_account', 'line_unknown']);
  });

  test('are open until a payment has all of them', async () => {
    const desk = await buildDesk();
    const [first, second] = [await desk.reported(), await desk.reported()];
    const [one = 0, two = 0] = await lineIdsOf(desk, { in: 1500 }, { in: 600 });
    await settle(settlement([one], [first.id]));
    expect(await codeOf(settle(settlement([one, two], [second.id], 600)))).toBe('line_used');
    expect((await findOpenLines(portal.db, desk.account.id)).map(({ id }) => id)).toEqual([two]);
  });
});

describe('registrations', () => {
  test.each([
    ['that do not exist', null, 'registration_unknown'],
    ['that are not approved', 'pending', 'payment_not_approved'],
    ['that are cancelled', 'cancelled', 'registration_unknown'],
  ] as const)('%s are refused, together with the others', async (_, state, code) => {
    const desk = await buildDesk();
    const [paid, account] = [await desk.reported(), await buildAccount(portal.db)];
    const { id } =
      state === null
        ? { id: 999_999 }
        : await buildRegistration(portal.db, { class: desk.trainingClass, account, state });
    const lineIds = await lineIdsOf(desk, { in: 1000 });
    const keep = { lineIds, registrationIds: [id], missing: 500 };
    expect([
      await codeOf(settle(settlement(lineIds, [paid.id, id], -2000, '少'))),
      await codeOf(run((tx) => recordPartialPayment(tx, keep, byCashier))),
    ]).toEqual([code, code]);
    expect((await stateOf(paid.id)).state).toBe('reported');
  });

  test('without a report are confirmed', async () => {
    const desk = await buildDesk();
    const { id } = await desk.unpaid();
    await settle(settlement(await lineIdsOf(desk, { in: 1500 }), [id]));
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test('of another branch do not exist, and cannot be paid into this account', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    const { id } = await other.reported();
    const ids = await lineIdsOf(desk, { in: 1500 });
    expect([
      await codeOf(settle(settlement(ids, [id]), cashierOf(desk.organizationId))),
      await codeOf(settle(settlement(ids, [id]))),
      await codeOf(
        run((tx) => recordPartialPayment(tx, { lineIds: ids, registrationIds: [id], missing: 0 }, byCashier)),
      ),
    ]).toEqual(['registration_unknown', 'line_other_account', 'line_other_account']);
  });

  test('of a class that is paid into the account of another branch are settled by the cashier there', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    const { id } = await other.reported();
    await portal.db
      .update(classes)
      .set({ bankAccountId: desk.account.id })
      .where(eq(classes.id, other.trainingClass.id));
    const ids = await lineIdsOf(desk, { in: 1500 });
    expect(await codeOf(settle(settlement(ids, [id]), cashierOf(other.organizationId)))).toBe('line_unknown');
    await settle(settlement(ids, [id]), cashierOf(desk.organizationId));
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test('of a class that names no account are paid into that of its branch', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    const { id } = await desk.reported();
    await portal.db.update(classes).set({ bankAccountId: null }).where(eq(classes.id, desk.trainingClass.id));
    const [mine, theirs] = [await lineIdsOf(desk, { in: 1500 }), await lineIdsOf(other, { in: 1500 })];
    expect(await codeOf(settle(settlement(theirs, [id])))).toBe('line_other_account');
    const both = [id, (await other.reported()).id];
    expect(await codeOf(settle(settlement(mine, both, -1500, '少')))).toBe('line_other_account');
    await settle(settlement(mine, [id]), cashierOf(desk.organizationId));
    expect((await stateOf(id)).state).toBe('confirmed');
  });
});

describe('a confirmation', () => {
  test('records the payment, its share, and the waived amount', async () => {
    const desk = await buildDesk();
    const [whole, short] = [await desk.reported(), await desk.reported()];
    const ids = await lineIdsOf(desk, { in: 2985 });
    const { id } = await settle(settlement(ids, [whole.id, short.id], -15, '手續費'));
    expect([await dataOf(whole.id), await dataOf(short.id)]).toEqual([
      { payment: id, amount: 1500 },
      { payment: id, amount: 1485, short: 15 },
    ]);
    expect((await paymentOf(id)).note).toBe('手續費');
  });

  test('makes the surplus a refund due to the first person, with a mail', async () => {
    const desk = await buildDesk();
    const [first, second] = [await desk.reported(), await desk.reported()];
    const ids = await lineIdsOf(desk, { in: 3100 });
    const { surplus } = await settle(settlement(ids, [second.id, first.id], 100));
    expect(surplus).toBe(100);
    const due = one(await portal.db.select().from(refunds).where(eq(refunds.registrationId, first.id)));
    expect(due).toMatchObject({ amount: 100, reason: '溢繳' });
    expect(await refundsOf(second.id)).toEqual([]);
    expect(await mailTo(first.person)).toMatchObject({ surplus: 100 });
    expect(await mailTo(second.person)).toMatchObject({ surplus: 0 });
  });

  test('makes what is left a refund due to those who have paid, as money that came twice', async () => {
    const desk = await buildDesk();
    const paid = [await desk.reported(), await desk.reported()].map(({ id }) => id);
    const [first = 0, second = 0] = paid;
    await settle(settlement(await lineIdsOf(desk, { in: 3000 }), paid));
    const { id } = await desk.reported();
    const ids = await lineIdsOf(desk, { in: 2100, digits: '11111' });
    const { id: payment } = await settle(settlement(ids, [...paid, id], 600));
    const due = await portal.db
      .select()
      .from(refunds)
      .where(inArray(refunds.registrationId, [...paid, id]));
    expect(due).toMatchObject([{ registrationId: first, amount: 600, reason: '重複匯款' }]);
    const taken = eq(auditEvents.action, 'payment.take_surplus');
    const subjects = inArray(auditEvents.subjectId, [first, second, id]);
    expect(await portal.db.select().from(auditEvents).where(and(taken, subjects))).toMatchObject([
      { subjectId: first, after: { payment, amount: 600, reason: '重複匯款' } },
    ]);
  });

  test('by money without a line records how it came', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const received = { method: 'cash', amount: 1500, receivedOn: '2026-11-30' } as const;
    expect(await codeOf(settle({ ...settlement([], []), received }))).toBe('payment_without_line');
    const payment = await settle({ ...settlement([], [id]), received });
    expect(await paymentOf(payment.id)).toMatchObject({
      ...{ method: 'cash', amount: 1500, receivedOn: '2026-11-30' },
      ...{ bankAccountId: null, organizationId: desk.organizationId },
    });
  });
});

describe('a partial payment', () => {
  test.each([
    ['the whole', 1500, 0],
    ['more', 1600, -100],
  ])('is refused where %s came', async (_, amount, missing) => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const lineIds = await lineIdsOf(desk, { in: amount });
    const keep = (input: object) =>
      codeOf(
        run((tx) =>
          recordPartialPayment(tx, { lineIds, registrationIds: [id], missing, ...input }, byCashier),
        ),
      );
    expect([await keep({}), await keep({ lineIds: [] })]).toEqual(['payment_not_short', 'line_unknown']);
  });

  test('is refused for a person who has paid', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [whole = 0, part = 0] = await lineIdsOf(desk, { in: 1500 }, { in: 1000 });
    await settle(settlement([whole], [id]));
    const input = { lineIds: [part], registrationIds: [id], missing: 500 };
    expect(await codeOf(run((tx) => recordPartialPayment(tx, input, byCashier)))).toBe('registration_paid');
  });

  test('confirms those whom it covers; the others get a mail about the received and the missing amount', async () => {
    const desk = await buildDesk();
    const [first, second] = [await desk.reported(), await desk.unpaid()];
    const lineIds = await lineIdsOf(desk, { in: 2000 });
    const registrationIds = [first.id, second.id];
    const payment = await run((tx) =>
      recordPartialPayment(tx, { lineIds, registrationIds, missing: 1000 }, byCashier),
    );
    expect(await paymentOf(payment)).toMatchObject({ kind: 'partial', amount: 2000 });
    expect(await mailTo(second.person)).toMatchObject({ received: 2000, missing: 1000 });
    expect([(await stateOf(first.id)).state, (await stateOf(second.id)).state]).toEqual([
      'confirmed',
      'unpaid',
    ]);
    const [rest = 0] = await lineIdsOf(desk, { in: 1000 });
    await settle(settlement([rest], [second.id]));
    expect((await stateOf(second.id)).state).toBe('confirmed');
  });

  test('leaves only the rest to be confirmed without a line', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const lineIds = await lineIdsOf(desk, { in: 1000 });
    await run((tx) => recordPartialPayment(tx, { lineIds, registrationIds: [id], missing: 500 }, byCashier));
    await run((tx) => confirmPayment(tx, { registrationId: id }, byCashier));
    expect(await dataOf(id)).toMatchObject({ amount: 500 });
  });
});

test('a class that is completed takes no payments', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const [whole = 0, part = 0] = await lineIdsOf(desk, { in: 1500 }, { in: 1000 });
  await portal.db.update(classes).set({ state: 'completed' }).where(eq(classes.id, desk.trainingClass.id));
  const partial = { lineIds: [part], registrationIds: [id], missing: 500 };
  expect([
    await codeOf(settle(settlement([whole], [id]))),
    await codeOf(run((tx) => confirmPayment(tx, { registrationId: id }, byCashier))),
    await codeOf(run((tx) => recordPartialPayment(tx, partial, byCashier))),
  ]).toEqual(['class_completed', 'class_completed', 'class_completed']);
  expect((await stateOf(id)).state).toBe('reported');
});

test('a payment waits for another one of the same registration, and then sees its money', async () => {
  const [desk, elsewhere] = [await buildDesk(), await buildDesk()];
  const [mine, theirs] = [await desk.reported(), await elsewhere.reported()];
  const [part = 0, whole = 0] = await lineIdsOf(desk, { in: 1000 }, { in: 1500, digits: '11111' });
  const [other = 0] = await lineIdsOf(elsewhere, { in: 1500 });
  const { late } = await run(async (tx) => {
    await recordPartialPayment(tx, { lineIds: [part], registrationIds: [mine.id], missing: 500 }, byCashier);
    await settle(settlement([other], [theirs.id]));
    const late = codeOf(settle(settlement([whole], [mine.id])));
    await untilWaiting(portal.db, late);
    return { late };
  });
  expect(await late).toBe('payment_difference');
  expect((await stateOf(mine.id)).state).toBe('unpaid');
});

describe('a surplus', () => {
  test('needs lines, of the account that the class pays into', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    const { id } = await desk.reported();
    await settle(settlement(await lineIdsOf(desk, { in: 1500 }), [id]));
    const take = (lineIds: readonly number[]) =>
      codeOf(run((tx) => takeSurplus(tx, { lineIds, registrationIds: [id], reason: '重複匯款' }, byCashier)));
    const theirs = await lineIdsOf(other, { in: 1500 });
    expect([await take([]), await take(theirs)]).toEqual(['line_unknown', 'line_other_account']);
    expect(await refundsOf(id)).toEqual([]);
  });

  test('is refused if one of the people has not paid', async () => {
    const desk = await buildDesk();
    const [paid, waiting] = [await desk.reported(), await desk.reported()];
    await settle(settlement(await lineIdsOf(desk, { in: 1500 }), [paid.id]));
    const lineIds = await lineIdsOf(desk, { in: 600 });
    const surplus = { lineIds, registrationIds: [paid.id, waiting.id], reason: '重複匯款' };
    expect(await codeOf(run((tx) => takeSurplus(tx, surplus, byCashier)))).toBe('surplus_not_paid');
    expect(await refundsOf(paid.id)).toEqual([]);
  });

  test('of a single dollar for two people is due to one of them', async () => {
    const desk = await buildDesk();
    const ids = [(await desk.reported()).id, (await desk.reported()).id];
    await settle(settlement(await lineIdsOf(desk, { in: 3000 }), ids));
    const [line = 0] = await lineIdsOf(desk, { in: 1 });
    const surplus = { lineIds: [line], registrationIds: ids, reason: '重複匯款' };
    await run((tx) => takeSurplus(tx, surplus, byCashier));
    const due = [];
    for (const id of ids) due.push(...(await refundsOf(id)));
    expect(due.map(({ amount }) => amount)).toEqual([1]);
    const taken = eq(auditEvents.action, 'payment.take_surplus');
    expect(await portal.db.$count(auditEvents, and(taken, inArray(auditEvents.subjectId, ids)))).toBe(1);
  });
});

describe('pairs that are certain', () => {
  const buildPairs = async () => {
    const desk = await buildDesk();
    const [first, second] = [
      await desk.reported({ lastFive: '11111' }),
      await desk.reported({ lastFive: '22222' }),
    ];
    const [one = 0, two = 0] = await lineIdsOf(
      desk,
      { in: 1500, digits: '11111' },
      { in: 1500, digits: '22222' },
    );
    const account = await findBankAccount(portal.db, desk.account.id, byCashier.actor);
    const confirm = (pairs: { lineId: number; reportId: number }[], by = byCashier) =>
      confirmCertain(portal.db, { account, pairs }, by);
    return { ...desk, first, second, one, two, confirm };
  };

  test('are confirmed, others are not', async () => {
    const { first, second, one, two, confirm } = await buildPairs();
    const results = await confirm([
      { lineId: one, reportId: first.reportId },
      { lineId: two, reportId: first.reportId },
    ]);
    expect(results).toEqual([
      { lineId: one, done: true, why: null, paymentId: expect.any(Number) },
      { lineId: two, done: false, why: '明細或回報已有變動，請重新整理後再確認', paymentId: null },
    ]);
    expect([(await stateOf(first.id)).state, (await stateOf(second.id)).state]).toEqual([
      'confirmed',
      'reported',
    ]);
  });

  test('report a refused pair, and continue', async () => {
    const { first, one, confirm } = await buildPairs();
    const [result] = await confirm([{ lineId: one, reportId: first.reportId }], cashierOf(999_999));
    expect(result).toMatchObject({ lineId: one, done: false, why: '查無此報名紀錄' });
  });

  test('answer an error as an error', async () => {
    const { first, one, confirm } = await buildPairs();
    const broken = { ...byCashier, now: new Date(Number.NaN) };
    await expect(confirm([{ lineId: one, reportId: first.reportId }], broken)).rejects.toThrow(RangeError);
  });
});
