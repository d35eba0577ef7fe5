import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, type Desk, openPayments, settlement } from '../../test/factories/desk.ts';
import { auditEvents } from '../audit/tables.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { findEntries } from './entries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, settle } = openPayments(() => portal.db);

let account = 30_000_000;

/** Pays the fee of a new registration and 100 more, which become a refund. */
const payTooMuch = async ({ reported, lines }: Desk, note: string | null = null) => {
  const { id } = await reported();
  account += 1;
  const open = await lines({ in: 1600, digits: String(account) });
  const line = open.find(({ amount }) => amount === 1600)?.id ?? 0;
  const { id: paymentId } = await settle(settlement([line], [id], 100, note));
  return { id, paymentId };
};

const shown = async (id: number) =>
  (await findEntries(portal.db, id)).map(({ kind, amount, note }) => [kind, amount, note]);

test('the ledger of a registration has its own charges, payments and refunds', async () => {
  const desk = await buildDesk();
  const [first, second] = [await payTooMuch(desk, '家屬代匯'), await payTooMuch(desk)];
  expect(await shown(first.id)).toEqual([
    ['fee', 1500, null],
    ['payment', -1600, '對帳單，2026-11-30，家屬代匯'],
    ['refund_due', 100, '溢繳'],
  ]);
  expect(await shown(second.id)).toContainEqual(['payment', -1600, '對帳單，2026-11-30']);
});

test('it leaves out a payment that was undone, with its refund', async () => {
  const { id, paymentId } = await payTooMuch(await buildDesk());
  await run((tx) => undoPayment(tx, { paymentId, reason: '對錯人' }, byCashier));
  expect(await shown(id)).toEqual([['fee', 1500, null]]);
});

test('a refund that becomes due leaves an event with its amount', async () => {
  const { id } = await payTooMuch(await buildDesk());
  const events = await portal.db
    .select({ after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'refund.create'), eq(auditEvents.subjectId, id)));
  expect(events).toEqual([{ after: { amount: 100, refundId: expect.any(Number) } }]);
});
