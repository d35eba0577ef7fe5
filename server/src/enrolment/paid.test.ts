import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildDesk, byCashier, settlement } from '../../test/factories/desk.ts';
import { one } from '../../test/factories/one.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { keepPartial } from '../payment/keep-partial.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { paymentReports } from '../payment/tables.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { moveRegistration } from './move-registration.ts';
import { oweRefund } from './owe-refund.ts';
import { findOwed, findPaid, findPartialPayments } from './paid.ts';
import type { State } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';
import { applyStep } from './transition.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Desk = Awaited<ReturnType<typeof buildDesk>>;

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(portal.db, work);
const build = (fee?: number) => buildDesk(portal.db, fee);

const paidOf = async (id: number) =>
  findPaid(portal.db, one(await portal.db.select().from(registrations).where(eq(registrations.id, id))));

/** Confirms the registration by a new line, which may be less than the fee of 1,500. */
const pay = async ({ lines }: Desk, id: number, amount = 1500) => {
  const line = (await lines({ in: amount, memo: `${id}` })).at(-1);
  const wish = settlement([line?.id ?? 0], [id], amount - 1500, amount < 1500 ? '手續費' : null);
  await run((tx) => settlePayment(tx, wish, byCashier));
};

test.each<[State, number, boolean]>([
  ['pending', 0, false],
  ['refused', 0, false],
  ['unpaid', 0, false],
  ['cancelled', 0, false],
  ['reported', 1500, false],
  ['confirmed', 1500, true],
])('a registration that is %s has paid %d, confirmed: %s', async (state, amount, paymentConfirmed) => {
  const { opening } = await build();
  const account = await buildAccount(portal.db);
  const { id } = await buildRegistration(portal.db, { class: opening, account, state });
  expect(await paidOf(id)).toEqual({ amount, paymentConfirmed });
});

test('an amount waived for this person does not count as paid', async () => {
  const desk = await build();
  const [short, whole] = [await desk.reported(), await desk.reported()];
  await pay(desk, short.id, 1485);
  await pay(desk, whole.id);
  expect([await paidOf(short.id), await paidOf(whole.id)]).toMatchObject([
    { amount: 1485 },
    { amount: 1500 },
  ]);
});

describe('an earlier partial payment', () => {
  const keep = async () => {
    const desk = await build();
    const [{ id }, other] = [await desk.reported(), await desk.reported()];
    const [line] = await desk.lines({ in: 1000 });
    const wish = { lineIds: [line?.id ?? 0], registrationIds: [id], missing: 500 };
    const payment = await run((tx) => keepPartial(tx, wish, byCashier));
    return { desk, id, other, payment };
  };

  test('does not count towards the report', async () => {
    const { id, other } = await keep();
    await run((tx) => applyStep(tx, 'report_payment', [id], { actor: 'system', now: byCashier.now }));
    expect([await findPartialPayments(portal.db, id), await paidOf(id)]).toMatchObject([
      1000,
      { amount: 500 },
    ]);
    expect([await findPartialPayments(portal.db, other.id), await paidOf(other.id)]).toMatchObject([
      0,
      { amount: 1500 },
    ]);
  });

  test('no longer counts once it is undone; a full payment does not count', async () => {
    const { desk, id, other, payment } = await keep();
    await run((tx) => undoPayment(tx, { paymentId: payment, reason: '對錯人' }, byCashier));
    await pay(desk, other.id);
    expect([
      await findPartialPayments(portal.db, id),
      await findPartialPayments(portal.db, other.id),
    ]).toEqual([0, 0]);
  });
});

describe('in a class without a fee', () => {
  const report = async (registration: { id: number }, paidMoney: number) => {
    const row = one(
      await portal.db.select().from(registrations).where(eq(registrations.id, registration.id)),
    );
    const made = await buildPaymentReport(portal.db, { registration: row, account: { id: row.accountId } });
    await portal.db.update(paymentReports).set({ paidMoney }).where(eq(paymentReports.id, made.id));
  };

  test('the latest report of the person counts', async () => {
    const desk = await build(0);
    const [first, second] = [
      await desk.reported({ paidMoney: 900 }),
      await desk.reported({ paidMoney: 700 }),
    ];
    await report(first, 1000);
    expect([await paidOf(first.id), await paidOf(second.id)]).toMatchObject([
      { amount: 1000 },
      { amount: 700 },
    ]);
  });

  test.each([
    [300, 600],
    [900, 0],
    [1000, 0],
  ])('a refund of %d leaves %d', async (amount, left) => {
    const desk = await build(0);
    const [mine, theirs] = [await desk.reported({ paidMoney: 900 }), await desk.reported({ paidMoney: 900 })];
    const owed = { registrationId: mine.id, amount, reason: '轉班', paymentConfirmed: true };
    await run((tx) => oweRefund(tx, owed, byCashier));
    expect([await paidOf(mine.id), await paidOf(theirs.id)]).toMatchObject([
      { amount: left },
      { amount: 900 },
    ]);
  });
});

describe('the amount owed', () => {
  const move = async ({ organizationId }: Desk, registrationId: number, difference: number, fee: number) => {
    const { code } = await buildClass(portal.db, { organizationId, fee });
    const wish = { registrationId, code, difference, reason: null };
    await run((tx) => moveRegistration(tx, wish, { actor: decidingStaff(), now: byCashier.now }));
  };

  const note = (registrationId: number, action: 'registration.note' | 'payment.confirm') =>
    portal.db.insert(registrationEvents).values({
      ...{ registrationId, at: byCashier.now, actor: 'staff:1', action },
      ...{ fromState: 'confirmed', toState: 'confirmed' },
    });

  const confirmed = async () => {
    const desk = await build();
    const { id } = await desk.reported();
    await pay(desk, id);
    return { desk, id };
  };

  test('is set by the latest move, and does not count as paid', async () => {
    const { desk, id } = await confirmed();
    expect(await findOwed(portal.db, id)).toBe(0);
    await move(desk, id, 500, 2000);
    expect([await findOwed(portal.db, id), await paidOf(id)]).toMatchObject([500, { amount: 1500 }]);
    await move(desk, id, -200, 1800);
    expect([await findOwed(portal.db, id), await paidOf(id)]).toMatchObject([300, { amount: 1500 }]);
  });

  test('stays after another event, until a payment is confirmed', async () => {
    const { desk, id } = await confirmed();
    await move(desk, id, 500, 2000);
    await note(id, 'registration.note');
    expect(await findOwed(portal.db, id)).toBe(500);
    await note(id, 'payment.confirm');
    expect(await findOwed(portal.db, id)).toBe(0);
  });

  test('is separate for each registration', async () => {
    const [mine, theirs] = [await confirmed(), await confirmed()];
    await move(theirs.desk, theirs.id, 500, 2000);
    expect(await findOwed(portal.db, mine.id)).toBe(0);
  });
});
