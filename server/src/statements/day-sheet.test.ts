import { addDays } from '@portal/contract/dates';
import { SHEET_DAYS } from '@portal/contract/office/statements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, codeOf, refundsOf, settlement } from '../../test/factories/desk.ts';
import { payRefund } from '../payment/refund-steps.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { inTransaction } from '../platform/database/database.ts';
import { findDaySheet, sumsOf } from './day-sheet.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** An account with a line on each of three days, and another account with a later one. */
const buildDays = async () => {
  const [desk, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
  for (const day of ['2026-11-28', '2026-11-29', '2026-11-30']) await desk.lines({ in: 1500, day });
  await other.lines({ in: 1500, day: '2026-12-01' });
  return desk;
};

type Desk = Awaited<ReturnType<typeof buildDesk>>;

const forPerson = (
  { id, chineseName }: { readonly id: number; readonly chineseName: string | null },
  { trainingClass: { code } }: Desk,
) => ({ personId: id, name: chineseName, code });

type Range = Parameters<typeof findDaySheet>[2];

test.each<[string, Range, string[]]>([
  ['the last day with lines', {}, ['2026-11-30']],
  ['one day by its beginning', { from: '2026-11-29' }, ['2026-11-29']],
  ['one day by its end', { until: '2026-11-28' }, ['2026-11-28']],
  ['several days', { from: '2026-11-28', until: '2026-11-29' }, ['2026-11-28', '2026-11-29']],
])('lists %s', async (_, wanted, days) => {
  const { account } = await buildDays();
  const { from, until, lines } = await findDaySheet(portal.db, account.id, wanted);
  expect([from, until]).toEqual([days[0], days.at(-1)]);
  expect(lines.map(({ day }) => day)).toEqual(days);
});

test('is empty for an account without lines', async () => {
  const { account } = await buildDesk(portal.db);
  expect(await findDaySheet(portal.db, account.id, {})).toEqual({
    ...{ from: null, until: null },
    ...{ lines: [], received: [], refunded: [] },
  });
});

test.each([
  [SHEET_DAYS, null],
  [SHEET_DAYS + 1, 'sheet_too_long'],
])('of %d days is answered with %s', async (days, code) => {
  const { account } = await buildDesk(portal.db);
  const until = '2026-12-01';
  const from = addDays(until, 1 - days);
  expect(await codeOf(findDaySheet(portal.db, account.id, { from, until }))).toBe(code);
});

test('says whom a line paid for', async () => {
  const desk = await buildDesk(portal.db);
  const { id, person } = await desk.reported();
  const [line] = await desk.lines({ in: 1500, day: '2026-11-30' });
  await inTransaction(portal.db, (tx) =>
    settlePayment(tx, settlement([line?.id ?? 0], [id], 0, null), byCashier),
  );
  const { lines } = await findDaySheet(portal.db, desk.account.id, {});
  expect(lines).toMatchObject([{ amount: 1500, for: [forPerson(person, desk)], kind: 'full' }]);
});

test('shows the payment of each line that was not undone', async () => {
  const desk = await buildDesk(portal.db);
  const digits = ['11111', '22222', '33333'];
  const lines = await desk.lines(...digits.map((each) => ({ in: 1500, digits: each })));
  const [corrected = 0, paid = 0] = lines.map(({ id }) => id);
  const pay = async (lineId: number) => {
    const input = settlement([lineId], [(await desk.unpaid()).id]);
    return (await inTransaction(portal.db, (tx) => settlePayment(tx, input, byCashier))).id;
  };
  const undo = { paymentId: await pay(corrected), reason: '對錯人' };
  await inTransaction(portal.db, (tx) => undoPayment(tx, undo, byCashier));
  const expected = [await pay(corrected), await pay(paid), null];
  const sheet = await findDaySheet(portal.db, desk.account.id, {});
  expect(sheet.lines.map(({ paymentId }) => paymentId && Number(paymentId))).toEqual(expected);
});

const receive = async (desk: Awaited<ReturnType<typeof buildDesk>>, receivedOn: string, amount = 1500) => {
  const registration = await desk.unpaid();
  const received = { method: 'cash', amount, receivedOn } as const;
  const input = { ...settlement([], [registration.id], amount - 1500), received };
  const { id } = await inTransaction(portal.db, (tx) => settlePayment(tx, input, byCashier));
  return { paymentId: id, registration };
};

test('holds cash of the day that was not undone, and the refunds paid that day', async () => {
  const [desk, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
  const { registration } = await receive(desk, '2026-11-29', 1800);
  const { paymentId } = await receive(desk, '2026-11-29');
  await inTransaction(portal.db, (tx) => undoPayment(tx, { paymentId, reason: '重複' }, byCashier));
  await receive(desk, '2026-11-28');
  await receive(other, '2026-11-29');
  const [surplus] = await refundsOf(portal.db, registration.id);
  const pay = { refundId: surplus?.id ?? 0, amount: 300, paidOn: '2026-12-01', reference: 'R-77' };
  await inTransaction(portal.db, (tx) => payRefund(tx, pay, byCashier));

  const who = [forPerson(registration.person, desk)];
  const ofDay = (day: string) => findDaySheet(portal.db, desk.account.id, { from: day });
  expect(await ofDay('2026-11-29')).toMatchObject({
    lines: [],
    received: [{ amount: 1800, method: 'cash', for: who }],
    refunded: [],
  });
  expect(await ofDay('2026-12-01')).toMatchObject({ refunded: [{ amount: 300, note: 'R-77', for: who }] });
  expect(await findDaySheet(portal.db, desk.account.id, {})).toMatchObject({ from: '2026-12-01' });
});

test('is by default of the last day on which the account itself got or repaid something', async () => {
  const [desk, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
  const repay = async ({ id }: { id: number }, paidOn: string) => {
    const [surplus] = await refundsOf(portal.db, id);
    const pay = { refundId: surplus?.id ?? 0, amount: 300, paidOn, reference: 'R-78' };
    await inTransaction(portal.db, (tx) => payRefund(tx, pay, byCashier));
  };
  const lastDay = async () => (await findDaySheet(portal.db, desk.account.id, {})).from;
  const [{ registration: first }, { registration: second }, { registration: elsewhere }] = [
    await receive(desk, '2026-11-25', 1800),
    await receive(desk, '2026-11-20', 1800),
    await receive(other, '2026-11-30', 1800),
  ];
  const { paymentId } = await receive(desk, '2026-11-28');
  await inTransaction(portal.db, (tx) => undoPayment(tx, { paymentId, reason: '重複' }, byCashier));
  await repay(elsewhere, '2026-12-01');
  expect(await lastDay()).toBe('2026-11-25');
  await repay(first, '2026-11-27');
  await repay(second, '2026-11-26');
  expect(await lastDay()).toBe('2026-11-27');
  await desk.lines({ in: 1500, day: '2026-11-29' });
  expect(await lastDay()).toBe('2026-11-29');
});

test('each line of a day counts in the total and in one other sum', () => {
  const line = { amount: 100, aside: null, paymentId: null };
  const lines = [
    line,
    { ...line, amount: 30 },
    { ...line, amount: 200, paymentId: '1' },
    { ...line, amount: 7, aside: 'by_hand' },
    { ...line, amount: 0, aside: 'zero' },
    { ...line, amount: -50, aside: 'withdrawal' },
  ] as const;
  expect(sumsOf({ lines, received: [{ amount: 1500 }], refunded: [{ amount: 300 }] })).toEqual({
    all: { count: 6, sum: 287 },
    matched: { count: 1, sum: 200 },
    open: { count: 2, sum: 130 },
    aside: { count: 2, sum: 7 },
    withdrawn: { count: 1, sum: -50 },
    received: { count: 1, sum: 1500 },
    refunded: { count: 1, sum: 300 },
  });
});
