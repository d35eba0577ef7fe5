import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildDesk, byCashier, settlement } from '../../test/factories/desk.ts';
import { one } from '../../test/factories/one.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { classes } from '../catalogue/tables.ts';
import { keepPartial } from '../payment/keep-partial.ts';
import { rejectPayment } from '../payment/reject-payment.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { paymentRegistrations, paymentReports, refunds } from '../payment/tables.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { findOwed, findReceivedBefore, findRefundable } from './amounts.ts';
import { applyStep } from './apply-step.ts';
import { cancelByStaff } from './cancel-by-staff.ts';
import { lockRegistrations } from './lock-registrations.ts';
import { moveRegistration } from './move-registration.ts';
import { recordRefundDue } from './record-refund-due.ts';
import type { State } from './states.ts';
import { registrations } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Desk = Awaited<ReturnType<typeof buildDesk>>;

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(portal.db, work);
const build = (fee?: number) => buildDesk(portal.db, fee);

const refundableOf = async (id: number) =>
  findRefundable(
    portal.db,
    one(await portal.db.select().from(registrations).where(eq(registrations.id, id))),
  );

/** Confirms the registration by a new line, which may be less than the fee of 1,500. */
const pay = async ({ lines }: Desk, id: number, amount = 1500) => {
  const line = (await lines({ in: amount, memo: `${id}` })).at(-1);
  const wish = settlement([line?.id ?? 0], [id], amount - 1500, amount < 1500 ? '手續費' : null);
  await run((tx) => settlePayment(tx, wish, byCashier));
};

const undoPaymentOf = async (id: number) => {
  const { paymentId } = one(
    await portal.db.select().from(paymentRegistrations).where(eq(paymentRegistrations.registrationId, id)),
  );
  await run((tx) => undoPayment(tx, { paymentId, reason: '對錯人' }, byCashier));
};

test.each<[State, number, boolean]>([
  ['pending', 0, false],
  ['rejected', 0, false],
  ['unpaid', 0, false],
  ['cancelled', 0, false],
  ['reported', 1500, false],
  ['confirmed', 1500, true],
])(
  'of a registration that is %s, %d is refundable; payment confirmed: %s',
  async (state, amount, paymentConfirmed) => {
    const { opening } = await build();
    const account = await buildAccount(portal.db);
    const { id } = await buildRegistration(portal.db, { class: opening, account, state });
    expect(await refundableOf(id)).toEqual({ amount, paymentConfirmed });
  },
);

test('an amount that was waived for the person is not refundable', async () => {
  const desk = await build();
  const [short, whole] = [await desk.reported(), await desk.reported()];
  await pay(desk, short.id, 1485);
  await pay(desk, whole.id);
  expect([await refundableOf(short.id), await refundableOf(whole.id)]).toMatchObject([
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

  test('is not refunded a second time with the reported fee', async () => {
    const { id, other } = await keep();
    await run(async (tx) =>
      applyStep(tx, 'report_payment', await lockRegistrations(tx, [id]), {
        actor: 'system',
        now: byCashier.now,
      }),
    );
    expect([await findReceivedBefore(portal.db, id), await refundableOf(id)]).toMatchObject([
      1000,
      { amount: 500 },
    ]);
    expect([await findReceivedBefore(portal.db, other.id), await refundableOf(other.id)]).toMatchObject([
      0,
      { amount: 1500 },
    ]);
  });

  test('is not in the sum of partial payments once undone; a full payment never is', async () => {
    const { desk, id, other, payment } = await keep();
    await run((tx) => undoPayment(tx, { paymentId: payment, reason: '對錯人' }, byCashier));
    await pay(desk, other.id);
    expect([await findReceivedBefore(portal.db, id), await findReceivedBefore(portal.db, other.id)]).toEqual([
      0, 0,
    ]);
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
    expect([await refundableOf(first.id), await refundableOf(second.id)]).toMatchObject([
      { amount: 1000 },
      { amount: 700 },
    ]);
  });

  test('the reported amount counts again once the confirmation of the payment is undone', async () => {
    const desk = await build();
    const { id } = await desk.reported({ paidMoney: 900 });
    await pay(desk, id);
    await undoPaymentOf(id);
    await portal.db.update(classes).set({ fee: 0 }).where(eq(classes.id, desk.opening.id));
    expect(await refundableOf(id)).toEqual({ amount: 900, paymentConfirmed: false });
  });

  test.each([
    [300, 600],
    [900, 0],
    [1000, 0],
  ])('after a refund of %d of 900 reported dollars, %d are left to refund', async (amount, left) => {
    const desk = await build(0);
    const [mine, theirs] = [await desk.reported({ paidMoney: 900 }), await desk.reported({ paidMoney: 900 })];
    const refundDue = { registrationId: mine.id, amount, reason: '轉班', paymentConfirmed: true };
    await run((tx) => recordRefundDue(tx, refundDue, byCashier));
    expect([await refundableOf(mine.id), await refundableOf(theirs.id)]).toMatchObject([
      { amount: left },
      { amount: 900 },
    ]);
  });
});

const move = async ({ organizationId }: Desk, registrationId: number, difference: number, fee: number) => {
  const { code } = await buildClass(portal.db, { organizationId, fee });
  const wish = { registrationId, code, difference, reason: null };
  await run((tx) => moveRegistration(tx, wish, { actor: decidingStaff(), now: byCashier.now }));
};

describe('after a move to a class without a fee, a cancellation refunds nothing', () => {
  test('if the report was rejected', async () => {
    const desk = await build();
    const { id } = await desk.reported();
    await run((tx) => rejectPayment(tx, { registrationId: id, reason: '查無此款' }, byCashier));
    await move(desk, id, -1500, 0);
    expect(await refundableOf(id)).toEqual({ amount: 0, paymentConfirmed: true });
  });

  test('if the confirmation of the payment was undone and the report then rejected', async () => {
    const desk = await build();
    const { id } = await desk.reported();
    await pay(desk, id);
    await undoPaymentOf(id);
    await run((tx) => rejectPayment(tx, { registrationId: id, reason: '查無此款' }, byCashier));
    await move(desk, id, -1500, 0);
    expect(await refundableOf(id)).toEqual({ amount: 0, paymentConfirmed: true });
  });

  test('if the move has already refunded what was paid, which is less than the fee because a part was waived', async () => {
    const desk = await build();
    const [{ id }, other] = [await desk.reported(), await desk.reported()];
    await pay(desk, id, 1200);
    await pay(desk, other.id);
    await move(desk, id, -1500, 0);
    const [due] = await portal.db.select().from(refunds).where(eq(refunds.registrationId, id));
    expect(due).toMatchObject({ amount: 1200 });
    expect(await refundableOf(id)).toMatchObject({ amount: 0 });
  });
});

describe('after a move to a more expensive class', () => {
  const moved = async (amount = 1500) => {
    const desk = await build();
    const { id } = await desk.reported();
    await pay(desk, id, amount);
    expect(await findOwed(portal.db, id)).toBe(0);
    await move(desk, id, 500, 2000);
    return { desk, id };
  };
  const cancel = async (id: number) => {
    const by = { ...byCashier, actor: decidingStaff() };
    await run((tx) => cancelByStaff(tx, { registrationId: id, reason: '停辦' }, by));
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, id));
    return due.map(({ amount }) => amount);
  };

  test('the difference is owed, until the registration moves back', async () => {
    const { desk, id } = await moved();
    expect([await findOwed(portal.db, id), await findReceivedBefore(portal.db, id)]).toEqual([500, 1500]);
    await move(desk, id, -200, 1800);
    expect(await findOwed(portal.db, id)).toBe(300);
    await move(desk, id, -300, 1500);
    expect(await findOwed(portal.db, id)).toBe(0);
    expect(await refundableOf(id)).toEqual({ amount: 1500, paymentConfirmed: true });
  });

  test('moving on to a class that costs less than was paid refunds the rest', async () => {
    const { desk, id } = await moved();
    await move(desk, id, -800, 1200);
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, id));
    expect(due).toMatchObject([{ amount: 300, paymentConfirmed: true }]);
    expect(await refundableOf(id)).toMatchObject({ amount: 1200 });
  });

  test.each([
    [1500, [1500]],
    [1200, [1200]],
  ])('cancelling refunds what was paid: of %d, %j', async (paid, amounts) => {
    const { id } = await moved(paid);
    expect(await cancel(id)).toEqual(amounts);
    expect(await findReceivedBefore(portal.db, id)).toBe(0);
  });

  test.each([
    [1500, 500, [2000]],
    [1200, 500, [1700]],
    [1500, 400, [1900]],
  ])('and the payment of the rest, cancelling refunds both: %d and %d', async (paid, rest, amounts) => {
    const { desk, id } = await moved(paid);
    const line = (await desk.lines({ in: rest, memo: `rest ${id}` })).at(-1);
    const wish = settlement([line?.id ?? 0], [id], rest - 500, rest < 500 ? '免收手續費' : null);
    await run((tx) => settlePayment(tx, wish, byCashier));
    expect(await cancel(id)).toEqual(amounts);
  });

  test('it is separate for each registration', async () => {
    const [mine, theirs] = [await build(), await moved()];
    const { id } = await mine.reported();
    await pay(mine, id);
    expect([await findOwed(portal.db, id), await findOwed(portal.db, theirs.id)]).toEqual([0, 500]);
  });
});
