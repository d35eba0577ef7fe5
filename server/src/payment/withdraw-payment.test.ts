import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, codeOf, type Desk, openPayments, settlement } from '../../test/factories/desk.ts';
import { findOpenLines } from '../../test/factories/statement.ts';
import { mails } from '../mail/tables.ts';
import { sendDueMails } from '../mail/worker.ts';
import { confirmCertain } from '../statements/confirm-certain.ts';
import { findBankAccount } from '../statements/queries.ts';
import { letters } from '../timers/letters.ts';
import { recordPartialPayment } from './record-partial-payment.ts';
import { takeSurplus } from './take-surplus.ts';
import { undoPayment } from './undo-payment.ts';
import { withdrawPayment } from './withdraw-payment.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(mails);
});

const { run, buildDesk, settle, stateOf, refundsOf, accountOf } = openPayments(() => portal.db);

const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const withdraw = (paymentId: number, seconds = 5) =>
  run((tx) => withdrawPayment(tx, { paymentId }, { ...byCashier, now: after(seconds) }));

/** Sends what is due after so many seconds, and returns the recipients. */
const sendAt = async (seconds: number): Promise<string[]> => {
  portal.clock.now = after(seconds);
  const sent: string[] = [];
  const deliver = async ({ to }: { to: string }) => void sent.push(to);
  await sendDueMails({ ...portal.services, letters, publicUrl: 'https://portal.example', deliver });
  return sent;
};

let account = 10_000_000;

/** A line from an account of its own. */
const lineOf = async ({ lines }: Desk, amount: number, digits = String(++account)): Promise<number> => {
  const open = await lines({ in: amount, digits });
  return open.find((line) => line.amount === amount)?.id ?? 0;
};

const confirmed = async (desk: Desk, registrationIds: readonly number[], amount: number, now = NOW) => {
  const input = settlement([await lineOf(desk, amount)], registrationIds);
  return (await settle({ ...input, isUndoable: true }, { ...byCashier, now })).id;
};

test('a confirmation is undone, and nobody is told', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const payment = await confirmed(desk, [id], 1500);
  expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
  await withdraw(payment);
  expect(await stateOf(id)).toMatchObject({ state: 'reported' });
  expect(await accountOf(id)).toEqual({ owed: 1500, held: 0 });
  expect(await sendAt(60)).toEqual([]);
});

test.each([
  { isUndoable: true, waits: true },
  { isUndoable: false, waits: false },
])('the mail of a confirmation waits if it can be undone: $isUndoable', async ({ isUndoable, waits }) => {
  const desk = await buildDesk();
  const { id, person } = await desk.reported();
  await settle({ ...settlement([await lineOf(desk, 1500)], [id]), isUndoable });
  const confirmation = and(eq(mails.accountId, person.id), eq(mails.template, 'payment_confirmed'));
  const [mail] = await portal.db.select().from(mails).where(confirmation);
  expect((mail?.dueAt.getTime() ?? 0) > NOW.getTime()).toBe(waits);
});

test('the line is free again', async () => {
  const desk = await buildDesk();
  const { id } = await desk.unpaid();
  await withdraw(await confirmed(desk, [id], 1500));
  const [line] = await findOpenLines(portal.db, desk.account.id);
  expect(await codeOf(settle(settlement([line?.id ?? 0], [id])))).toBeNull();
});

test('a part that was kept, and its letter about the rest, are undone', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const input = { lineIds: [await lineOf(desk, 1000)], registrationIds: [id], missing: 500 };
  const payment = await run((tx) => recordPartialPayment(tx, { ...input, isUndoable: true }, byCashier));
  await withdraw(payment);
  expect(await accountOf(id)).toEqual({ owed: 1500, held: 0 });
  expect(await sendAt(60)).toEqual([]);
});

test('a surplus is undone with its refund', async () => {
  const desk = await buildDesk();
  const { id } = await desk.unpaid();
  await confirmed(desk, [id], 1500);
  const lineIds = [await lineOf(desk, 1500)];
  const payment = await run((tx) =>
    takeSurplus(tx, { lineIds, registrationIds: [id], reason: '重複匯款' }, byCashier),
  );
  await withdraw(payment);
  expect(await refundsOf(id)).toMatchObject([{ state: 'withdrawn' }]);
});

test('all mails of a group stay, or none', async () => {
  const desk = await buildDesk();
  const { ids } = await desk.reportedTogether(3);
  const payment = await confirmed(desk, ids, 4500);
  const [left] = await portal.db.select({ id: mails.id }).from(mails);
  await portal.db.update(mails).set({ dueAt: after(-1) });
  expect(left).toBeDefined();
  expect(await sendAt(0)).toHaveLength(3);
  expect(await codeOf(withdraw(payment))).toBe('payment_final');
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
});

test('it is too late when the seconds are over; the confirmation can still be revoked, which is told', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const payment = await confirmed(desk, [id], 1500);
  expect(await sendAt(UNDO_SECONDS)).toHaveLength(1);
  expect(await codeOf(withdraw(payment, UNDO_SECONDS + 1))).toBe('payment_final');
  expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
  await run((tx) => undoPayment(tx, { paymentId: payment, reason: '對錯人' }, byCashier));
  expect(await sendAt(UNDO_SECONDS + 2)).toHaveLength(1);
});

test.each([
  { seconds: UNDO_SECONDS, code: null },
  { seconds: UNDO_SECONDS + 1, code: 'payment_final' },
])(
  'a payment whose mail has not left is final when the seconds are over: $seconds seconds, $code',
  async ({ seconds, code }) => {
    const desk = await buildDesk();
    const [before, now] = [await desk.reported(), await desk.reported()];
    await confirmed(desk, [before.id], 1500);
    const payment = await confirmed(desk, [now.id], 1500, after(3600));
    expect(await codeOf(withdraw(payment, 3600 + seconds))).toBe(code);
  },
);

test('a payment is undone once, and the second cashier is told by whom', async () => {
  const desk = await buildDesk();
  const { id } = await desk.unpaid();
  const payment = await confirmed(desk, [id], 1500);
  await withdraw(payment);
  expect(await codeOf(withdraw(payment))).toBe('undo_done');
  expect(await codeOf(withdraw(999_999))).toBe('not_found');
});

test('the pile that was confirmed together names its payments, and no mail leaves for those undone', async () => {
  const desk = await buildDesk();
  const { id, reportId } = await desk.reported({ lastFive: '00042' });
  const lineId = await lineOf(desk, 1500, '4512300042');
  const pairs = [
    { lineId, reportId },
    { lineId: 999_999, reportId },
  ];
  const account = await findBankAccount(portal.db, desk.account.id, byCashier.actor);
  const results = await confirmCertain(portal.db, { account, pairs }, byCashier);
  expect(results).toMatchObject([
    { done: true, paymentId: expect.any(Number) },
    { done: false, paymentId: null },
  ]);
  await withdraw(results[0]?.paymentId ?? 0);
  expect(await stateOf(id)).toMatchObject({ state: 'reported' });
  expect(await sendAt(60)).toEqual([]);
});
