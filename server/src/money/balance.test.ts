import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, type Desk, openPayments, settlement } from '../../test/factories/desk.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import type { Executor } from '../platform/database/database.ts';
import { receivedAndRefunded } from './balance.ts';
import { recordPayment } from './record-payment.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, tryOut, buildDesk, settle } = openPayments(() => portal.db);

let account = 20_000_000;

/** Pays the fee of a new registration and so much more, which becomes a refund. */
const pay = async ({ reported, lines }: Desk, surplus = 0) => {
  const { id } = await reported();
  account += 1;
  const open = await lines({ in: 1500 + surplus, digits: String(account) });
  const line = open.find(({ amount }) => amount === 1500 + surplus)?.id ?? 0;
  const { id: paymentId } = await settle(settlement([line], [id], surplus));
  return { id, paymentId };
};

const accountOf = async (id: number, db: Executor = portal.db) => {
  const { rows } = await db.execute(sql`select ${receivedAndRefunded(sql`${id}::bigint`)} as account`);
  return rows[0]?.account;
};

test('an account counts its own payments that are not undone', async () => {
  const desk = await buildDesk();
  const first = await pay(desk);
  await pay(desk);
  const paid = { received: 1500, paidOn: expect.any(String), refundDue: 0, refunded: 0 };
  expect(await accountOf(first.id)).toEqual(paid);
  await run((tx) => undoPayment(tx, { paymentId: first.paymentId, reason: '對錯人' }, byCashier));
  expect(await accountOf(first.id)).toEqual({ received: 0, paidOn: null, refundDue: 0, refunded: 0 });
});

test('an account counts its own refunds', async () => {
  const desk = await buildDesk();
  const [first, second] = [await pay(desk, 100), await pay(desk)];
  expect(await accountOf(first.id)).toMatchObject({ received: 1600, refundDue: 100, refunded: 0 });
  expect(await accountOf(second.id)).toMatchObject({ received: 1500, refundDue: 0, refunded: 0 });
});

test('who got nothing of the payment of their group has no day of a payment', async () => {
  const { organizationId, unpaid } = await buildDesk();
  const [first, second] = [await unpaid(), await unpaid()];
  const shares = [
    { registrationId: first.id, amount: 1500 },
    { registrationId: second.id, amount: 0, waived: 1500 },
  ];
  const payment = {
    ...({ kind: 'full', method: 'cash', organizationId, bankAccountId: null, amount: 1500 } as const),
    ...{ receivedOn: '2026-11-30', note: '少收一人', lineIds: [] },
    allocations: shares.map((share) => ({ ...share, reportId: null, refundReason: '溢繳' })),
  };
  await tryOut(async (tx) => {
    await recordPayment(tx, payment, byCashier);
    expect(await accountOf(first.id, tx)).toMatchObject({ received: 1500, paidOn: '2026-11-30' });
    expect(await accountOf(second.id, tx)).toMatchObject({ received: 0, paidOn: null });
  });
});
