import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, type Desk, openPayments, settlement } from '../../test/factories/desk.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { receivedAndRefunded } from './balance.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, settle } = openPayments(() => portal.db);

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

const accountOf = async (id: number) => {
  const { rows } = await portal.db.execute(sql`select ${receivedAndRefunded(sql`${id}::bigint`)} as account`);
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
