import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, refundsOf, settlement } from '../../test/factories/desk.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { keepPartial } from '../payment/keep-partial.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { refunds } from '../payment/tables.ts';
import { inTransaction } from '../platform/database.ts';
import { findReceivedBefore } from './amounts.ts';
import { applyStep } from './apply-step.ts';
import { cancelByStaff } from './cancel-by-staff.ts';
import { lockRegistrations } from './lock-registrations.ts';
import { refundReceivedBefore } from './refund-received-before.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

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
  inTransaction(portal.db, (tx) => refundReceivedBefore(tx, ids, byCashier));

test('the partial payments of the given registrations become refunds due, once', async () => {
  const { first, second, whole } = await build();
  await refund();
  await refund(first.id, whole.id);
  await refund(first.id);
  expect(await refundsOf(portal.db, first.id)).toMatchObject([{ amount: 1000, state: 'due' }]);
  expect(await portal.db.select().from(refunds)).toMatchObject([{ paymentConfirmed: true }]);
  expect(await refundsOf(portal.db, second.id)).toEqual([]);
  expect(await refundsOf(portal.db, whole.id)).toEqual([]);
  const kept = [first, second].map(({ id }) => findReceivedBefore(portal.db, id));
  expect(await Promise.all(kept)).toEqual([0, 1000]);
});

test.each([
  ['unpaid', null, [1000]],
  ['reported again', 'report_payment', [500, 1000]],
  ['confirmed', 'confirm_payment', [1500]],
] as const)(
  'a registration that is %s gets the whole amount back when it is cancelled',
  async (_, step, amounts) => {
    const { first } = await build();
    await inTransaction(portal.db, async (tx) => {
      if (step) await applyStep(tx, step, await lockRegistrations(tx, [first.id]), byCashier);
      await cancelByStaff(
        tx,
        { registrationId: first.id, reason: '停辦' },
        { ...byCashier, actor: decidingStaff() },
      );
    });
    const refunded = (await refundsOf(portal.db, first.id)).map(({ amount }) => amount);
    expect(refunded.toSorted((a, b) => a - b)).toEqual(amounts);
  },
);
