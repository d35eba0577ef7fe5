import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, codeOf, type Desk, openPayments } from '../../test/factories/desk.ts';
import type { Tx } from '../platform/database/database.ts';
import { findBalance } from './balance.ts';
import { endPayment } from './end-payment.ts';
import { recordPayment, recordPayments } from './record-payment.ts';
import { balanceOf, heldOf } from './rules.ts';
import { allocations, charges, paymentLines, payments } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, tryOut, buildDesk } = openPayments(() => portal.db);

let digits = 50_000_000;

const lineOf = async ({ lines }: Desk, amount = 1500): Promise<number> => {
  digits += 1;
  return (await lines({ in: amount, digits: String(digits) })).at(-1)?.id ?? 0;
};

interface Given {
  readonly amount?: number;
  readonly waived?: number;
  readonly lineIds?: readonly number[];
  readonly note?: string;
}

const paymentOf = (
  { organizationId, account }: Desk,
  registrationId: number,
  { amount = 1500, waived = 0, lineIds = [], note }: Given = {},
) => ({
  ...({ kind: 'full', method: 'statement', organizationId, bankAccountId: account.id } as const),
  ...{ amount, receivedOn: '2026-11-30', lineIds, ...(note !== undefined && { note }) },
  allocations: [{ registrationId, amount, waived, reportId: null, refundReason: '溢繳' }],
});

const accountOf = async (tx: Tx, registrationId: number) => {
  const balance = await findBalance(tx, registrationId);
  return { owed: balanceOf(balance), held: heldOf(balance) };
};

const waiversOf = (tx: Tx, registrationId: number) =>
  tx
    .select({ amount: charges.amount, paymentId: charges.paymentId, reason: charges.reason })
    .from(charges)
    .where(and(eq(charges.registrationId, registrationId), eq(charges.kind, 'waived')))
    .orderBy(asc(charges.id));

test('a line of a live payment is refused, and taken again once that payment has ended', async () => {
  const desk = await buildDesk();
  const [first, second] = [await desk.unpaid(), await desk.unpaid()];
  const lineIds = [await lineOf(desk)];
  await tryOut(async (tx) => {
    const { id: paymentId } = await recordPayment(tx, paymentOf(desk, first.id, { lineIds }), byCashier);
    const again = () => recordPayment(tx, paymentOf(desk, second.id, { lineIds }), byCashier);
    expect(await codeOf(tx.transaction(again))).toBe('line_used');
    expect(await accountOf(tx, second.id)).toEqual({ owed: 1500, held: 0 });
    await endPayment(tx, { paymentId, reason: '對錯人' }, byCashier);
    expect(await codeOf(again())).toBeNull();
    const used = await tx
      .select({ ended: paymentLines.ended })
      .from(paymentLines)
      .where(eq(paymentLines.lineId, lineIds[0] ?? 0))
      .orderBy(asc(paymentLines.paymentId));
    expect(used).toEqual([{ ended: true }, { ended: false }]);
  });
});

test('what staff waive with a payment is not owed any more, and names the payment', async () => {
  const desk = await buildDesk();
  const { id } = await desk.unpaid();
  await tryOut(async (tx) => {
    const given = paymentOf(desk, id, { amount: 1485, waived: 15, note: '匯費' });
    const { id: paymentId } = await recordPayment(tx, given, byCashier);
    expect(await accountOf(tx, id)).toEqual({ owed: 0, held: 1485 });
    expect(await waiversOf(tx, id)).toEqual([{ amount: -15, paymentId, reason: '匯費' }]);
  });
});

test('payments recorded together keep their order and their own refunds', async () => {
  const desk = await buildDesk();
  const [first, second] = [await desk.unpaid(), await desk.unpaid()];
  await tryOut(async (tx) => {
    const recorded = await recordPayments(
      tx,
      [paymentOf(desk, first.id), paymentOf(desk, second.id, { amount: 1600 })],
      byCashier,
    );
    const rows = await tx
      .select({ id: payments.id, amount: payments.amount })
      .from(payments)
      .where(
        inArray(
          payments.id,
          recorded.map(({ id }) => id),
        ),
      );
    const amountOf = new Map(rows.map(({ id, amount }) => [id, amount]));
    expect(recorded.map(({ id }) => amountOf.get(id))).toEqual([1500, 1600]);
    expect([...(recorded[0]?.refunded ?? [])]).toEqual([[second.id, 100]]);
  });
});

test('no payments are recorded of none', async () => {
  expect(await run((tx) => recordPayments(tx, [], byCashier))).toEqual([]);
});

test('the end of a payment reverses its own waiver alone, and ends its own part alone', async () => {
  const desk = await buildDesk();
  const { id } = await desk.unpaid();
  const part = { amount: 485, waived: 15, note: '匯費' };
  await tryOut(async (tx) => {
    const { id: first } = await recordPayment(tx, paymentOf(desk, id, part), byCashier);
    const { id: second } = await recordPayment(tx, paymentOf(desk, id, part), byCashier);
    await endPayment(tx, { paymentId: first, reason: '對錯人' }, byCashier);
    expect(await accountOf(tx, id)).toEqual({ owed: 1000, held: 485 });
    expect(await waiversOf(tx, id)).toEqual([
      { amount: -15, paymentId: first, reason: '匯費' },
      { amount: -15, paymentId: second, reason: '匯費' },
      { amount: 15, paymentId: first, reason: '對錯人' },
    ]);
    const parts = await tx
      .select({ paymentId: allocations.paymentId, ended: allocations.ended })
      .from(allocations)
      .where(eq(allocations.registrationId, id))
      .orderBy(asc(allocations.paymentId));
    expect(parts).toEqual([
      { paymentId: first, ended: true },
      { paymentId: second, ended: false },
    ]);
  });
});
