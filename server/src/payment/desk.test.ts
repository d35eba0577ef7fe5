import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import {
  buildDesk as buildDeskIn,
  byCashier,
  cashierOf,
  codeOf,
  refundsOf as refundsIn,
  stateOf as stateIn,
  settlement as wish,
} from '../../test/factories/desk.ts';
import { importLines, type PlainLine } from '../../test/factories/statement.ts';
import { untilWaiting } from '../../test/locks.ts';
import { accounts } from '../accounts/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { keepPartial } from './keep-partial.ts';
import { findPaidBefore } from './paid-twice.ts';
import { changeRefund, payRefund, waiveRefund } from './refund-steps.ts';
import { rejectReport } from './reject-report.ts';
import { setLineAside, takeLineBack } from './set-line-aside.ts';
import { settlePayment } from './settle-payment.ts';
import { findOpenLines } from './statement-queries.ts';
import { refunds, statementLines, statements } from './tables.ts';
import { takeSurplus } from './take-surplus.ts';
import { undoPayment } from './undo-payment.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const by = byCashier;
const elsewhere = cashierOf(999);
type Desk = Awaited<ReturnType<typeof buildDesk>>;

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(portal.db, work);
const buildDesk = () => buildDeskIn(portal.db);
const stateOf = (id: number) => stateIn(portal.db, id);
const refundsOf = (id: number) => refundsIn(portal.db, id);

const lettersTo = async (accountId: number) =>
  (
    await portal.db
      .select({ template: mails.template })
      .from(mails)
      .where(eq(mails.accountId, accountId))
      .orderBy(asc(mails.createdAt))
  ).map(({ template }) => template);

describe('a line and its report', () => {
  test('are a certain pair, confirm the registration and leave no open line', async () => {
    const desk = await buildDesk();
    const { id, reportId, person } = await desk.reported({ lastFive: '12345' });
    const [line] = await desk.lines({ in: 1500, digits: '0001112345' });
    expect((await desk.piles()).certain).toEqual([{ lineId: line?.id, reportId }]);
    const { surplus } = await run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id]), by));
    expect(surplus).toBe(0);
    expect(await stateOf(id)).toEqual({ state: 'confirmed', reason: null });
    expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
    expect(await lettersTo(person.id)).toEqual(['payment_confirmed']);
  });

  test('cannot be used a second time', async () => {
    const desk = await buildDesk();
    const [first, second] = [await desk.reported(), await desk.reported()];
    const [line] = await desk.lines({ in: 1500 });
    const use = (id: number) => run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id]), by));
    await use(first.id);
    expect(await codeOf(use(second.id))).toBe('line_used');
    expect(await codeOf(use(first.id))).toBe('registration_paid');
    expect((await stateOf(second.id)).state).toBe('reported');
  });

  test('do not exist for the cashier of another branch', async () => {
    const desk = await buildDesk();
    const { id, reportId } = await desk.reported();
    const [line] = await desk.lines({ in: 1500 });
    const lineId = line?.id ?? 0;
    expect([
      await codeOf(run((tx) => settlePayment(tx, wish([lineId], [id]), elsewhere))),
      await codeOf(run((tx) => rejectReport(tx, { reportId, reason: '查無' }, elsewhere))),
      await codeOf(run((tx) => setLineAside(tx, { lineId, reason: '利息' }, elsewhere))),
    ]).toEqual(['line_unknown', 'report_unknown', 'not_found']);
  });
});

describe('a difference', () => {
  test('is refused unless it is the one that staff saw', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1600 });
    expect(await codeOf(run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id]), by)))).toBe(
      'payment_difference',
    );
  });

  test('too much becomes a refund due', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1600 });
    await run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id], 100), by));
    expect(await refundsOf(id)).toMatchObject([{ amount: 100, state: 'due' }]);
  });

  test('too little needs a note', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1485 });
    const settle = (note: string | null) =>
      run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id], -15, note), by));
    expect(await codeOf(settle(null))).toBe('payment_short_note');
    await settle('手續費由本會負擔');
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test('too little is kept as a partial payment, and the rest completes it', async () => {
    const desk = await buildDesk();
    const { id, person } = await desk.reported({ paidMoney: 1000 });
    const [part] = await desk.lines({ in: 1000 });
    const keep = (missing: number) =>
      run((tx) => keepPartial(tx, { lineIds: [part?.id ?? 0], registrationIds: [id], missing }, by));
    expect(await codeOf(keep(400))).toBe('payment_difference');
    await keep(500);
    expect(await stateOf(id)).toEqual({ state: 'unpaid', reason: '尚差 NT$500' });
    expect(await lettersTo(person.id)).toEqual(['payment_short']);
    const [rest] = await desk.lines({ in: 500, day: '2026-12-01' });
    await run((tx) => settlePayment(tx, wish([rest?.id ?? 0], [id]), by));
    expect((await stateOf(id)).state).toBe('confirmed');
    expect(await refundsOf(id)).toEqual([]);
  });
});

test('one transfer for several people confirms all of them', async () => {
  const desk = await buildDesk();
  const people = [await desk.reported(), await desk.reported(), await desk.reported()];
  const [line] = await desk.lines({ in: 4500, digits: '00042', name: '王小明' });
  const ids = people.map(({ id }) => id);
  const { possible } = await desk.piles();
  expect(possible[0]?.candidates[0]?.reportIds).toEqual(people.map(({ reportId }) => reportId));
  await run((tx) => settlePayment(tx, wish([line?.id ?? 0], ids), by));
  expect(await Promise.all(ids.map(async (id) => (await stateOf(id)).state))).toEqual(
    Array(3).fill('confirmed'),
  );
});

const paidBefore = async ({ account }: Desk, lineId = 0) =>
  (await findPaidBefore(portal.db, account, [lineId])).get(lineId) ?? null;

const inCash = { method: 'cash', amount: 1500, receivedOn: '2026-11-20' } as const;

describe('a payment of a person who has paid already', () => {
  /** Confirmed by a transfer of 王小明 with the digits 00042, or in cash. */
  const buildPaid = async (by: 'transfer' | 'cash', paidLine: PlainLine = {}) => {
    const desk = await buildDesk();
    const { id, person } = await desk.reported({ lastFive: '00042' });
    await portal.db.update(accounts).set({ chineseName: '王小明' }).where(eq(accounts.id, person.id));
    const used = { in: 1500, digits: '00042', name: '王小明', day: '2026-11-20', ...paidLine };
    const [line] = by === 'transfer' ? await desk.lines(used) : [];
    const received = by === 'cash' ? inCash : null;
    await run((tx) => settlePayment(tx, { ...wish(line ? [line.id] : [], [id]), received }, byCashier));
    return { desk, id };
  };

  test.each<[string, 'transfer' | 'cash', PlainLine, 'digits' | 'name']>([
    ['from the same account', 'transfer', { digits: '00042' }, 'digits'],
    ['from another account with their name', 'transfer', { digits: '99999', name: '王小明' }, 'name'],
    ['the reported transfer, after they paid in cash', 'cash', { digits: '00042' }, 'digits'],
    [
      'a transfer with their name, after they paid in cash',
      'cash',
      { digits: '99999', name: '王小明' },
      'name',
    ],
  ])('is proposed as a refund: %s', async (_, first, line, how) => {
    const { desk, id } = await buildPaid(first);
    const [open] = await desk.lines({ in: 1500, day: '2026-11-30', ...line });
    expect(await paidBefore(desk, open?.id)).toMatchObject({
      by: how,
      day: '2026-11-20',
      registrations: [{ id, name: '王小明', code: desk.opening.code }],
    });
  });

  test.each<[string, 'transfer' | 'cash', PlainLine]>([
    ['another amount', 'transfer', { in: 1499, digits: '00042' }],
    ['another amount than the fee', 'cash', { in: 1499, digits: '00042' }],
    ['another payer', 'transfer', { digits: '11111', name: '李小明' }],
    ['another payer after cash', 'cash', { digits: '11111', name: '李小明' }],
    ['a day long after', 'transfer', { digits: '00042', day: '2026-12-25' }],
    ['a day long after the cash', 'cash', { digits: '00042', day: '2026-12-25' }],
  ])('is not recognised by %s', async (_, first, line) => {
    const { desk } = await buildPaid(first);
    const [open] = await desk.lines({ in: 1500, day: '2026-11-30', ...line });
    expect(open).toBeDefined();
    expect(await paidBefore(desk, open?.id)).toBeNull();
  });

  test('is not recognised after the first payment was undone, or in another account', async () => {
    const { desk } = await buildPaid('transfer');
    const other = await buildDesk();
    const [elsewhereOpen] = await other.lines({ in: 1500, digits: '00042', name: '王小明' });
    expect(await paidBefore(other, elsewhereOpen?.id)).toBeNull();
    const [open] = await desk.lines({ in: 1500, digits: '00042' });
    const { paymentId = 0 } = (await paidBefore(desk, open?.id)) ?? {};
    await run((tx) => undoPayment(tx, { paymentId, reason: '帳戶有誤' }, by));
    expect(await paidBefore(desk, open?.id)).toBeNull();
  });
});

test('a second transfer of a person who has paid is recognised and refunded', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const [first, second] = await desk.lines({ in: 1500, digits: '00042' }, { in: 1500, digits: '00042' });
  const taken = () =>
    run((tx) => takeSurplus(tx, { lineIds: [second?.id ?? 0], registrationId: id, reason: '重複匯款' }, by));
  expect(await codeOf(taken())).toBe('surplus_not_paid');
  const { id: paymentId } = await run((tx) => settlePayment(tx, wish([first?.id ?? 0], [id]), by));
  expect(await paidBefore(desk, second?.id)).toMatchObject({
    paymentId,
    by: 'digits',
    registrations: [{ id }],
  });
  await taken();
  expect(await refundsOf(id)).toMatchObject([{ amount: 1500, state: 'due' }]);
  expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
});

test('money without a line is confirmed, but not with a future day', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const settle = (receivedOn: string) =>
    run((tx) =>
      settlePayment(tx, { ...wish([], [id]), received: { method: 'cash', amount: 1500, receivedOn } }, by),
    );
  expect(await codeOf(run((tx) => settlePayment(tx, wish([], [id]), by)))).toBe('payment_without_line');
  expect(await codeOf(settle('2026-12-02'))).toBe('received_late');
  await settle('2026-12-01');
  expect((await stateOf(id)).state).toBe('confirmed');
});

test('a report without money leads back to unpaid, once', async () => {
  const desk = await buildDesk();
  const { id, reportId, person } = await desk.reported();
  const reject = () => run((tx) => rejectReport(tx, { reportId, reason: '查無此款' }, by));
  await reject();
  expect(await stateOf(id)).toEqual({ state: 'unpaid', reason: '查無此款' });
  expect(await lettersTo(person.id)).toEqual(['payment_rejected']);
  expect(await codeOf(reject())).toBe('report_settled');
});

describe('a line that is no payment', () => {
  test('is set aside and taken back', async () => {
    const desk = await buildDesk();
    const [line] = await desk.lines({ in: 88, memo: '利息' });
    const lineId = line?.id ?? 0;
    await run((tx) => setLineAside(tx, { lineId, reason: '存款利息' }, by));
    expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
    const { id } = await desk.reported();
    expect(await codeOf(run((tx) => settlePayment(tx, wish([lineId], [id], -1412, '少'), by)))).toBe(
      'line_aside',
    );
    await run((tx) => takeLineBack(tx, { lineId }, by));
    expect((await findOpenLines(portal.db, desk.account.id)).map((open) => open.id)).toEqual([lineId]);
  });

  test('cannot be set aside while it is used', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1500 });
    const lineId = line?.id ?? 0;
    await run((tx) => settlePayment(tx, wish([lineId], [id]), by));
    expect(await codeOf(run((tx) => setLineAside(tx, { lineId, reason: '誤' }, by)))).toBe('line_used');
  });
});

describe('undoing a confirmation', () => {
  const paid = async (difference = 0) => {
    const desk = await buildDesk();
    const { id, person } = await desk.reported();
    const [line] = await desk.lines({ in: 1500 + difference });
    const payment = await run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id], difference), by));
    const undo = () => run((tx) => undoPayment(tx, { paymentId: payment.id, reason: '對錯人' }, by));
    return { ...desk, id, person, line, undo };
  };

  test('leads back to reported, frees the line and tells the person', async () => {
    const { id, person, line, undo, account } = await paid();
    await undo();
    expect(await stateOf(id)).toEqual({ state: 'reported', reason: '對錯人' });
    expect((await findOpenLines(portal.db, account.id)).map((open) => open.id)).toEqual([line?.id]);
    expect(await lettersTo(person.id)).toEqual(['payment_confirmed', 'payment_confirmation_undone']);
    expect(await codeOf(undo())).toBe('undo_done');
    await run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id]), by));
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test('gives up the surplus, unless it was paid back', async () => {
    const { id, undo } = await paid(200);
    await undo();
    expect(await refundsOf(id)).toMatchObject([{ state: 'waived' }]);
    const other = await paid(200);
    const [refund] = await refundsOf(other.id);
    const pay = { refundId: refund?.id ?? 0, amount: 200, paidOn: '2026-12-01', reference: 'A1' };
    await run((tx) => payRefund(tx, pay, by));
    expect(await codeOf(other.undo())).toBe('undo_refund_paid');
    expect((await stateOf(other.id)).state).toBe('confirmed');
  });

  test('is refused while there is a result', async () => {
    const { id, undo } = await paid();
    await portal.db.update(registrations).set({ result: 1 }).where(eq(registrations.id, id));
    expect(await codeOf(undo())).toBe('undo_result');
    await portal.db.update(registrations).set({ result: null }).where(eq(registrations.id, id));
  });
});

describe('imports', () => {
  const line = { in: 1500, digits: '12345', day: '2026-11-30' };

  test('count a file and a line once', async () => {
    const { account, lines } = await buildDesk();
    expect(await lines(line, line, { ...line, in: 600 })).toHaveLength(3);
    expect(await codeOf(lines(line, line, { ...line, in: 600 }))).toBe('statement_known');
    expect(await lines(line, line, { ...line, in: 4800 })).toHaveLength(4);
    const files = await portal.db
      .select({ added: statements.added, known: statements.known })
      .from(statements)
      .where(eq(statements.bankAccountId, account.id))
      .orderBy(asc(statements.id));
    expect(files).toEqual([
      { added: 3, known: 0 },
      { added: 1, known: 2 },
    ]);
  });

  test('set aside lines that are no deposits, and reversed ones, also in a later file', async () => {
    const { account, lines } = await buildDesk();
    await lines(line, { out: 300, memo: '提款' }, { in: 0, memo: '查詢' });
    expect(await lines({ out: 1500, digits: '12345', memo: '沖正', day: '2026-12-01' })).toEqual([]);
    const aside = await portal.db
      .select({ aside: statementLines.aside })
      .from(statementLines)
      .where(eq(statementLines.bankAccountId, account.id))
      .orderBy(asc(statementLines.id));
    expect(aside.map((each) => each.aside)).toEqual(['reversed', 'withdrawal', 'zero', 'reversal']);
  });

  test('name the reversed line that is used', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [used] = await desk.lines(line);
    await run((tx) => settlePayment(tx, wish([used?.id ?? 0], [id]), by));
    const imported = await importLines(
      portal.db,
      desk.account.id,
      [{ out: 1500, digits: '12345', memo: '沖正', day: '2026-12-01' }],
      by,
    );
    expect(imported.reversedUsed.map((each) => each.id)).toEqual([used?.id]);
  });
});

describe('a refund', () => {
  const due = async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 2000 });
    await run((tx) => settlePayment(tx, wish([line?.id ?? 0], [id], 500), by));
    const [refund] = await refundsOf(id);
    return refund?.id ?? 0;
  };

  test('is changed with a reason, from the version that was seen, within the amount received', async () => {
    const refundId = await due();
    const change = (amount: number, before: number) =>
      run((tx) => changeRefund(tx, { refundId, amount, before, reason: '扣手續費' }, by));
    expect([
      await codeOf(change(485, 400)),
      await codeOf(change(2001, 500)),
      await codeOf(change(485, 500)),
    ]).toEqual(['refund_changed', 'refund_too_much', null]);
  });

  test('is settled once by two simultaneous cashiers', async () => {
    const refundId = await due();
    const paid = { refundId, amount: 500, paidOn: '2026-12-01', reference: 'A1' };
    const late = await run(async (tx) => {
      await payRefund(tx, paid, by);
      const waiving = codeOf(run((other) => waiveRefund(other, { refundId, reason: '捐贈' }, by)));
      const paying = codeOf(run((other) => payRefund(other, { ...paid, reference: 'B2' }, by)));
      await untilWaiting(portal.db, 2);
      return { waiving, paying };
    });
    expect([await late.waiving, await late.paying]).toEqual(['refund_settled', 'refund_settled']);
    const [row] = await portal.db.select().from(refunds).where(eq(refunds.id, refundId));
    expect(row).toMatchObject({ state: 'paid', reference: 'A1', waiveReason: null });
  });

  test('of a surplus is at most the amount received, also if the fee is higher', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [full, more] = await desk.lines({ in: 1500, digits: '11111' }, { in: 200, digits: '22222' });
    await run((tx) => settlePayment(tx, wish([full?.id ?? 0], [id]), by));
    await run((tx) =>
      takeSurplus(tx, { lineIds: [more?.id ?? 0], registrationId: id, reason: '重複匯款' }, by),
    );
    const [refund] = await refundsOf(id);
    const change = { refundId: refund?.id ?? 0, before: 200, reason: '扣手續費' };
    expect(await codeOf(run((tx) => changeRefund(tx, { ...change, amount: 201 }, by)))).toBe(
      'refund_too_much',
    );
    expect(await codeOf(run((tx) => changeRefund(tx, { ...change, amount: 185 }, by)))).toBe(null);
  });

  test('is settled once', async () => {
    const refundId = await due();
    await run((tx) => waiveRefund(tx, { refundId, reason: '捐贈' }, by));
    expect(await codeOf(run((tx) => waiveRefund(tx, { refundId, reason: '捐贈' }, by)))).toBe(
      'refund_settled',
    );
  });
});
