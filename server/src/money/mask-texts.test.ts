import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { type Desk, openPayments, settlement } from '../../test/factories/desk.ts';
import { ERASED_TEXT } from '../platform/database/erased.ts';
import { maskLedgerTexts } from './mask-texts.ts';
import { payments, refunds } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, tryOut, buildDesk, settle } = openPayments(() => portal.db);

let digits = 40_000_000;

/** Pays 100 too much for a new registration, with this note, and gives the refund this reason. */
const paid = async ({ reported, lines }: Desk, note: string, reason: string) => {
  const { id } = await reported();
  digits += 1;
  const open = await lines({ in: 1600, digits: String(digits) });
  const line = open.find(({ amount }) => amount === 1600)?.id ?? 0;
  const { id: paymentId } = await settle(settlement([line], [id], 100, note));
  await portal.db.update(refunds).set({ reason }).where(eq(refunds.registrationId, id));
  return { id, paymentId };
};

const textsOf = async ({ id, paymentId }: { readonly id: number; readonly paymentId: number }) => {
  const [payment] = await portal.db
    .select({ note: payments.note })
    .from(payments)
    .where(eq(payments.id, paymentId));
  const [refund] = await portal.db
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.registrationId, id));
  return [payment?.note, refund?.reason];
};

test('the name of a person leaves the texts of her own payments and refunds, and no others', async () => {
  const desk = await buildDesk();
  const own = await paid(desk, '王小明代匯', '退給王小明');
  const other = await paid(desk, '王小明代匯', '退給王小明');
  const masked = await run((tx) => maskLedgerTexts(tx, { registrationIds: [own.id], words: ['王小明'] }));
  expect(await textsOf(own)).toEqual([`${ERASED_TEXT}代匯`, `退給${ERASED_TEXT}`]);
  expect(await textsOf(other)).toEqual(['王小明代匯', '退給王小明']);
  expect(masked.map(({ table, rows }) => [table, rows])).toEqual([
    ['payments', 1],
    ['refunds', 1],
  ]);
});

test('every text of a payment and of a refund is masked', async () => {
  const own = await paid(await buildDesk(), '家屬代匯', '溢繳');
  await tryOut(async (tx) => {
    await tx
      .update(payments)
      .set({ endedAt: NOW, endedBy: 'system', endReason: '王小明要求' })
      .where(eq(payments.id, own.paymentId));
    await tx
      .update(refunds)
      .set({ waiveReason: '王小明不要', reference: '匯王小明' })
      .where(eq(refunds.registrationId, own.id));
    await maskLedgerTexts(tx, { registrationIds: [own.id], words: ['王小明'] });
    const [payment] = await tx.select().from(payments).where(eq(payments.id, own.paymentId));
    const [refund] = await tx.select().from(refunds).where(eq(refunds.registrationId, own.id));
    expect(payment).toMatchObject({ note: '家屬代匯', endReason: `${ERASED_TEXT}要求` });
    expect(refund).toMatchObject({
      reason: '溢繳',
      waiveReason: `${ERASED_TEXT}不要`,
      reference: `匯${ERASED_TEXT}`,
    });
  });
});

test('texts without the words are not counted', async () => {
  const own = await paid(await buildDesk(), '家屬代匯', '溢繳');
  const masked = await run((tx) => maskLedgerTexts(tx, { registrationIds: [own.id], words: ['王小明'] }));
  expect(masked.map(({ rows }) => rows)).toEqual([0, 0]);
});
