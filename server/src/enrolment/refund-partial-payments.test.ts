import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, refundsOf, settlement } from '../../test/factories/desk.ts';
import { keepPartial } from '../payment/keep-partial.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { inTransaction } from '../platform/database.ts';
import { findPartialPayments } from './paid.ts';
import { refundPartialPayments } from './refund-partial-payments.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close({ broken: true }));

/** Two people with a part of the fee kept, and one who paid it whole. */
const build = async () => {
  const desk = await buildDesk(portal.db);
  const [first, second, whole] = [await desk.reported(), await desk.reported(), await desk.reported()];
  for (const { id } of [first, second]) {
    const line = (await desk.lines({ in: 1000, memo: `${id}` })).at(-1);
    const wish = { lineIds: [line?.id ?? 0], registrationIds: [id], missing: 500 };
    await inTransaction(portal.db, (tx) => keepPartial(tx, wish, byCashier));
  }
  const line = (await desk.lines({ in: 1500, memo: 'whole' })).at(-1);
  const paid = settlement([line?.id ?? 0], [whole.id], 0, null);
  await inTransaction(portal.db, (tx) => settlePayment(tx, paid, byCashier));
  return { first, second, whole };
};

const refund = (...ids: number[]) =>
  inTransaction(portal.db, (tx) => refundPartialPayments(tx, ids, byCashier));

test('owes what was kept of these people alone, once', async () => {
  const { first, second, whole } = await build();
  await refund();
  await refund(first.id, whole.id);
  await refund(first.id);
  expect(await refundsOf(portal.db, first.id)).toMatchObject([{ amount: 1000, state: 'due' }]);
  expect(await refundsOf(portal.db, second.id)).toEqual([]);
  expect(await refundsOf(portal.db, whole.id)).toEqual([]);
  const kept = [first, second].map(({ id }) => findPartialPayments(portal.db, id));
  expect(await Promise.all(kept)).toEqual([0, 1000]);
});
