import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { byCashier, openPayments } from '../../test/factories/desk.ts';
import { buildRefund, buildRegistration } from '../../test/factories/registration.ts';
import { changeRefundAmount, keepRefund, recordRefundPaid } from './settle-refund.ts';
import { charges, refunds } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, refundsOf } = openPayments(() => portal.db);

/** A registration with two refunds due. */
const twoRefunds = async () => {
  const { trainingClass } = await buildDesk();
  const seat = { class: trainingClass, account: await buildAccount(portal.db), state: 'confirmed' } as const;
  const registration = await buildRegistration(portal.db, seat);
  for (const amount of [300, 500]) await buildRefund(portal.db, { registration, amount });
  const [first, second] = await portal.db
    .select()
    .from(refunds)
    .where(eq(refunds.registrationId, registration.id))
    .orderBy(asc(refunds.id));
  if (!first || !second) throw new Error('there are no two refunds');
  return { registrationId: registration.id, first, second };
};

const statesOf = async (registrationId: number) =>
  (await refundsOf(registrationId)).map(({ amount, state }) => [amount, state]);

const keptOf = (refundId: number) =>
  portal.db
    .select({ kind: charges.kind, amount: charges.amount, reason: charges.reason })
    .from(charges)
    .where(eq(charges.refundId, refundId));

test('a refund that was paid leaves the others due', async () => {
  const { registrationId, first } = await twoRefunds();
  const paid = { paidOn: '2026-11-30', reference: '匯 001' };
  await run((tx) => recordRefundPaid(tx, first, paid, byCashier));
  expect(await statesOf(registrationId)).toEqual([
    [300, 'paid'],
    [500, 'due'],
  ]);
});

test('a refund whose amount is lowered leaves the others, and the difference is kept', async () => {
  const { registrationId, first, second } = await twoRefunds();
  await run((tx) => changeRefundAmount(tx, first, { amount: 250, reason: '手續費' }, byCashier));
  expect(await statesOf(registrationId)).toEqual([
    [250, 'due'],
    [500, 'due'],
  ]);
  expect(await keptOf(first.id)).toEqual([{ kind: 'kept', amount: 50, reason: '手續費' }]);
  expect(await keptOf(second.id)).toEqual([]);
});

test('a refund that is kept leaves the others due', async () => {
  const { registrationId, second } = await twoRefunds();
  await run((tx) => keepRefund(tx, second, { reason: '捐款' }, byCashier));
  expect(await statesOf(registrationId)).toEqual([
    [300, 'due'],
    [500, 'waived'],
  ]);
  expect(await keptOf(second.id)).toEqual([{ kind: 'kept', amount: 500, reason: '捐款' }]);
});
