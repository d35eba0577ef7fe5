import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import {
  byCashier,
  cashierOf,
  codeOf,
  type Desk,
  settlement as input,
  openPayments,
} from '../../test/factories/desk.ts';
import { buildPaymentReport } from '../../test/factories/registration.ts';
import { buildStaff } from '../../test/factories/staff.ts';
import { findOpenLines, importLines, type PlainLine, plainShape } from '../../test/factories/statement.ts';
import { untilWaiting } from '../../test/locks.ts';
import { accounts } from '../accounts/tables.ts';
import { auditEvents } from '../audit/tables.ts';
import { bankAccounts } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import { mails } from '../mail/tables.ts';
import { allocations, paymentLines, refunds } from '../money/tables.ts';
import { recordPartialPayment } from '../payment/record-partial-payment.ts';
import { changeRefund, payRefund, waiveRefund } from '../payment/refund-steps.ts';
import { rejectPayment } from '../payment/reject-payment.ts';
import { rejectReport } from '../payment/reject-report.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { takeSurplus } from '../payment/take-surplus.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import type { Tx } from '../platform/database/database.ts';
import { findPaidBefore } from './matching/paid-twice.ts';
import { unexplainedLines } from './matching/show-matches.ts';
import { findShapes } from './queries.ts';
import { setLineAside, takeLineBack } from './set-line-aside.ts';
import { statementLines, statements } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const by = byCashier;
const elsewhere = cashierOf(999);
const { run, buildDesk, settle, stateOf, refundsOf } = openPayments(() => portal.db);

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
    expect((await desk.matches()).certain).toEqual([{ lineId: line?.id, reportId }]);
    const { surplus } = await settle(input([line?.id ?? 0], [id]));
    expect(surplus).toBe(0);
    expect(await stateOf(id)).toEqual({ state: 'confirmed', reason: null });
    expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
    expect(await lettersTo(person.id)).toEqual(['payment_confirmed']);
  });

  test('cannot be used a second time', async () => {
    const desk = await buildDesk();
    const [first, second] = [await desk.reported(), await desk.reported()];
    const [line] = await desk.lines({ in: 1500 });
    const use = (id: number) => settle(input([line?.id ?? 0], [id]));
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
      await codeOf(settle(input([lineId], [id]), elsewhere)),
      await codeOf(run((tx) => rejectReport(tx, { reportId, reason: '查無' }, elsewhere))),
      await codeOf(run((tx) => setLineAside(tx, { lineId, reason: '利息' }, elsewhere))),
    ]).toEqual(['registration_unknown', 'report_unknown', 'not_found']);
  });
});

describe('a difference', () => {
  test('is refused unless it is the one that staff saw', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1600 });
    expect(await codeOf(settle(input([line?.id ?? 0], [id])))).toBe('payment_difference');
  });

  test('too much becomes a refund due', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1600 });
    await settle(input([line?.id ?? 0], [id], 100));
    expect(await refundsOf(id)).toMatchObject([{ amount: 100, state: 'due' }]);
  });

  test('too little needs a note', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1485 });
    const settleShort = (note: string | null) => settle(input([line?.id ?? 0], [id], -15, note));
    expect(await codeOf(settleShort(null))).toBe('payment_short_note');
    await settleShort('手續費由本會負擔');
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test('too little is kept as a partial payment, and the rest completes it', async () => {
    const desk = await buildDesk();
    const { id, person } = await desk.reported({ paidMoney: 1000 });
    const [part] = await desk.lines({ in: 1000 });
    const keep = (missing: number) =>
      run((tx) => recordPartialPayment(tx, { lineIds: [part?.id ?? 0], registrationIds: [id], missing }, by));
    expect(await codeOf(keep(400))).toBe('payment_difference');
    await keep(500);
    expect(await stateOf(id)).toEqual({ state: 'unpaid', reason: '尚差 NT$500' });
    expect(await lettersTo(person.id)).toEqual(['payment_short']);
    const [rest] = await desk.lines({ in: 500, day: '2026-12-01' });
    await settle(input([rest?.id ?? 0], [id]));
    expect((await stateOf(id)).state).toBe('confirmed');
    expect(await refundsOf(id)).toEqual([]);
  });
});

test('one transfer for several people confirms all of them', async () => {
  const desk = await buildDesk();
  const people = [await desk.reported(), await desk.reported(), await desk.reported()];
  const [line] = await desk.lines({ in: 4500, digits: '00042', name: '王小明' });
  const ids = people.map(({ id }) => id);
  const { possible } = await desk.matches();
  expect(possible[0]?.candidates[0]?.reportIds).toEqual(people.map(({ reportId }) => reportId));
  await settle(input([line?.id ?? 0], ids));
  expect(await Promise.all(ids.map(async (id) => (await stateOf(id)).state))).toEqual(
    Array(3).fill('confirmed'),
  );
});

const paidBefore = async ({ account }: Desk, lineId = 0) => {
  const found = await findPaidBefore(portal.db, account, [lineId]);
  expect([...found.keys()].filter((id) => id !== lineId)).toEqual([]);
  return found.get(lineId) ?? null;
};

const nameRegistration = (id: number, chineseName: string) =>
  portal.db
    .update(accounts)
    .set({ chineseName })
    .where(
      inArray(
        accounts.id,
        portal.db.select({ id: registrations.accountId }).from(registrations).where(eq(registrations.id, id)),
      ),
    );

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
    const first = { ...input(line ? [line.id] : [], [id]), received };
    const payment = await settle(first);
    return { desk, id, paymentId: payment.id };
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
      registrations: [
        { id, name: '王小明', code: desk.trainingClass.code, isPaid: true, due: 0, refund: 1500 },
      ],
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
    const { desk, paymentId } = await buildPaid('transfer');
    const other = await buildDesk();
    const [elsewhereOpen] = await other.lines({ in: 1500, digits: '00042', name: '王小明' });
    expect(await paidBefore(other, elsewhereOpen?.id)).toBeNull();
    const [open] = await desk.lines({ in: 1500, digits: '00042' });
    expect(await paidBefore(desk, open?.id)).not.toBeNull();
    await run((tx) => undoPayment(tx, { paymentId, reason: '帳戶有誤' }, by));
    expect(await paidBefore(desk, open?.id)).toBeNull();
  });
});

describe('a transfer for several people of one report', () => {
  interface Settled {
    readonly by: 'cash' | 'transfer';
    /** Positions of those who paid together. */
    readonly who: readonly number[];
    readonly amount?: number;
  }

  /** Three people; a manager of the digits 00042 reported 4,500 for all of them. */
  const buildReported = async (...settled: Settled[]) => {
    const desk = await buildDesk();
    const { ids, group } = await desk.reportedTogether(3, { lastFive: '00042', paidName: '陳經理' });
    await portal.db.update(groups).set({ name: '海嶼公司' }).where(eq(groups.id, group.id));
    for (const { by: way, who, amount = 1500 * who.length } of settled) {
      const open = way === 'cash' ? [] : await desk.lines({ in: amount, digits: '77777', day: '2026-11-20' });
      const lineIds = open.map((line) => line.id);
      const received = way === 'cash' ? { ...inCash, amount } : null;
      const of = who.map((at) => ids[at] ?? 0);
      await settle({ ...input(lineIds, of, amount - 1500 * who.length), received });
    }
    return { desk, ids };
  };

  const [together, apart] = [
    [{ by: 'cash', who: [0, 1, 2] }],
    [
      { by: 'cash', who: [0] },
      { by: 'cash', who: [1, 2] },
    ],
  ] as const;
  const byLine = [{ by: 'transfer', who: [0, 1, 2], amount: 4600 }] as const;
  const reported = { digits: '00042' };

  test.each<[string, readonly Settled[], PlainLine, 'digits' | 'name']>([
    ['they paid together in cash', together, reported, 'digits'],
    ['a zero of the digits is lost', together, { digits: '0042' }, 'digits'],
    ['the line has the name of the payer', together, { name: '陳經理' }, 'name'],
    ['the line has the name of the group', together, { name: '海嶼公司' }, 'name'],
    ['the line has the name of one of them', together, { name: '王小明' }, 'name'],
    ['they paid one by one', apart, reported, 'digits'],
    ['they paid by a line of another amount', byLine, reported, 'digits'],
    ['they paid by a line, and the new one has the name of one of them', byLine, { name: '王小明' }, 'name'],
    [
      'some paid in cash and the others by a line',
      [
        { by: 'cash', who: [0] },
        { by: 'transfer', who: [1, 2] },
      ],
      reported,
      'digits',
    ],
  ])('is a double of all, with a refund for each: %s', async (_, settled, line, how) => {
    const { desk, ids } = await buildReported(...settled);
    const [second] = ids;
    await nameRegistration(second ?? 0, '王小明');
    const [open] = await desk.lines({ in: 4500, day: '2026-11-30', ...line });
    const found = await paidBefore(desk, open?.id);
    expect(found).toMatchObject({ by: how, day: '2026-11-20' });
    expect(found?.registrations.map(({ id, isPaid, due, refund }) => [id, isPaid, due, refund])).toEqual(
      ids.map((id) => [id, true, 0, 1500]),
    );
  });

  test.each<[string, readonly Settled[], PlainLine]>([
    ['another amount', together, { in: 4499, ...reported }],
    ['another payer', together, { in: 4500, digits: '11111', name: '李小明' }],
    ['a day long after', together, { in: 4500, ...reported, day: '2026-12-25' }],
    ['the name of one of them and the sum of separate payments', apart, { in: 4500, name: '王小明' }],
  ])('is no double with %s', async (_, settled, line) => {
    const { desk, ids } = await buildReported(...settled);
    await nameRegistration(ids[1] ?? 0, '王小明');
    const [open] = await desk.lines({ day: '2026-11-30', ...line });
    expect(open).toBeDefined();
    expect(await paidBefore(desk, open?.id)).toBeNull();
  });

  test('says who has paid already and who owes, and confirms the others with refunds', async () => {
    const { desk, ids } = await buildReported({ by: 'cash', who: [0, 1] });
    const [one = 0, two = 0, three = 0] = ids;
    const [open] = await desk.lines({ in: 4500, ...reported });
    const lineId = open?.id ?? 0;
    const matches = await desk.matches();
    expect(matches.certain).toEqual([]);
    expect(unexplainedLines(matches)).toEqual([lineId]);
    const { registrations = [] } = (await paidBefore(desk, lineId)) ?? {};
    expect(registrations.map(({ id, isPaid, due, refund }) => [id, isPaid, due, refund])).toEqual([
      [one, true, 0, 1500],
      [two, true, 0, 1500],
      [three, false, 1500, 0],
    ]);
    const settleLine = (difference: number, of = ids) => settle(input([lineId], of, difference));
    expect([await codeOf(settleLine(0)), await codeOf(settleLine(4500, [one, two]))]).toEqual([
      'registration_paid',
      'registration_paid',
    ]);
    const { id: payment, surplus } = await settleLine(3000);
    expect(surplus).toBe(3000);
    expect((await stateOf(three)).state).toBe('confirmed');
    expect([await refundsOf(one), await refundsOf(two), await refundsOf(three)]).toMatchObject([
      [{ amount: 1500, state: 'due' }],
      [{ amount: 1500, state: 'due' }],
      [],
    ]);
    await run((tx) => undoPayment(tx, { paymentId: payment, reason: '帳戶有誤' }, by));
    expect(await Promise.all(ids.map(async (id) => (await stateOf(id)).state))).toEqual([
      ...['confirmed', 'confirmed', 'reported'],
    ]);
    expect([await refundsOf(one), await refundsOf(two)]).toMatchObject([
      [{ state: 'withdrawn' }],
      [{ state: 'withdrawn' }],
    ]);
  });

  test('that is only what the others owe gives nothing to those who have paid', async () => {
    const { desk, ids } = await buildReported({ by: 'cash', who: [0, 1] });
    const [open] = await desk.lines({ in: 1500, ...reported });
    expect(await paidBefore(desk, open?.id)).toBeNull();
    expect(await codeOf(settle(input([open?.id ?? 0], ids)))).toBe('registration_paid');
  });

  test('is theirs while one of them owes, not that of others who have all paid the same amount nearer to its day', async () => {
    const { desk, ids } = await buildReported({ by: 'cash', who: [0, 1] });
    const same = { in: 4500, ...reported };
    const others = [await desk.unpaid(), await desk.unpaid(), await desk.unpaid()].map(({ id }) => id);
    const [used] = await desk.lines({ ...same, day: '2026-11-29' });
    await settle(input([used?.id ?? 0], others));
    const [open] = await desk.lines({ ...same, day: '2026-11-30' });
    expect((await paidBefore(desk, open?.id))?.registrations.map(({ id }) => id)).toEqual(ids);
  });

  test('is recognised after the others were sent back to unpaid', async () => {
    const { desk, ids } = await buildReported({ by: 'cash', who: [0, 1] });
    const [, , three = 0] = ids;
    await run((tx) => rejectPayment(tx, { registrationId: three, reason: '查無' }, by));
    const [open] = await desk.lines({ in: 4500, ...reported });
    expect((await desk.matches()).lines).toEqual([open?.id]);
    expect((await paidBefore(desk, open?.id))?.registrations.map(({ due }) => due)).toEqual([0, 0, 1500]);
  });
});

test('a transfer of one of several people who paid together in cash is theirs alone', async () => {
  const desk = await buildDesk();
  const ids = [(await desk.unpaid()).id, (await desk.unpaid()).id];
  await nameRegistration(ids[1] ?? 0, '王小明');
  const received = { ...inCash, amount: 3000 };
  await settle({ ...input([], ids), received });
  const [open] = await desk.lines({ in: 1500, name: '王小明' });
  expect((await paidBefore(desk, open?.id))?.registrations.map(({ id }) => id)).toEqual([ids[1]]);
});

test('a second transfer for several people is refunded to each of them', async () => {
  const desk = await buildDesk();
  const ids = [(await desk.reported()).id, (await desk.reported()).id];
  const twice = { in: 3000, digits: '00042' };
  const [first, second] = await desk.lines(twice, twice);
  await settle(input([first?.id ?? 0], ids));
  const { registrations = [] } = (await paidBefore(desk, second?.id)) ?? {};
  expect(registrations.map(({ id }) => id)).toEqual(ids);
  const taken = { lineIds: [second?.id ?? 0], registrationIds: ids, reason: '重複匯款' };
  const payment = await run((tx) => takeSurplus(tx, taken, by));
  const owed = [await refundsOf(ids[0] ?? 0), await refundsOf(ids[1] ?? 0)].flat();
  expect(owed).toMatchObject(Array(2).fill({ amount: 1500, state: 'due' }));
  const more = { refundId: owed[1]?.id ?? 0, amount: 1501, before: 1500, reason: '多退' };
  expect(await codeOf(run((tx) => changeRefund(tx, more, by)))).toBe('refund_too_much');
  await run((tx) => undoPayment(tx, { paymentId: payment, reason: '帳戶有誤' }, by));
  expect((await refundsOf(ids[1] ?? 0)).map(({ state }) => state)).toEqual(['withdrawn']);
});

test('a second transfer of a person who has paid is recognised and refunded', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const [first, second] = await desk.lines({ in: 1500, digits: '00042' }, { in: 1500, digits: '00042' });
  const taken = () =>
    run((tx) =>
      takeSurplus(tx, { lineIds: [second?.id ?? 0], registrationIds: [id], reason: '重複匯款' }, by),
    );
  expect(await codeOf(taken())).toBe('surplus_not_paid');
  await settle(input([first?.id ?? 0], [id]));
  expect(await paidBefore(desk, second?.id)).toMatchObject({
    by: 'digits',
    registrations: [{ id }],
  });
  const surplus = await taken();
  expect(await refundsOf(id)).toMatchObject([{ amount: 1500, state: 'due' }]);
  const [due] = await portal.db.select().from(refunds).where(eq(refunds.registrationId, id));
  expect(due).toMatchObject({ paymentId: surplus, reason: '重複匯款' });
  const [share] = await portal.db
    .select({ amount: allocations.amount })
    .from(allocations)
    .where(eq(allocations.paymentId, surplus));
  expect(share).toEqual({ amount: 1500 });
  const [event] = await portal.db
    .select({ after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'payment.take_surplus'), eq(auditEvents.subjectId, id)));
  expect(event?.after).toEqual({ payment: surplus, amount: 1500, reason: '重複匯款' });
  expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
});

test('money without a line is confirmed, but not with a future day', async () => {
  const desk = await buildDesk();
  const { id } = await desk.reported();
  const settleReceivedOn = (receivedOn: string) =>
    settle({ ...input([], [id]), received: { method: 'cash', amount: 1500, receivedOn } });
  expect(await codeOf(settle(input([], [id])))).toBe('payment_without_line');
  expect(await codeOf(settleReceivedOn('2026-12-02'))).toBe('received_late');
  await settleReceivedOn('2026-12-01');
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
  expect(await codeOf(run((tx) => rejectReport(tx, { reportId: 999_999, reason: '查無此款' }, by)))).toBe(
    'report_unknown',
  );
});

test('rejecting a report leaves other reports, and registrations that were reported again since', async () => {
  const desk = await buildDesk();
  const [mine, theirs] = [await desk.reported(), await desk.reported()];
  const registration = {
    id: mine.id,
    classId: desk.trainingClass.id,
    accountId: mine.person.id,
    groupId: null,
  };
  const again = await buildPaymentReport(portal.db, { registration, account: mine.person });
  expect(await codeOf(run((tx) => rejectReport(tx, { reportId: mine.reportId, reason: '查無' }, by)))).toBe(
    'report_settled',
  );
  await run((tx) => rejectReport(tx, { reportId: again.id, reason: '查無此款' }, by));
  expect([(await stateOf(mine.id)).state, (await stateOf(theirs.id)).state]).toEqual(['unpaid', 'reported']);
});

describe('a line that is no payment', () => {
  test('is set aside and taken back', async () => {
    const desk = await buildDesk();
    const [line] = await desk.lines({ in: 88, memo: '利息' });
    const lineId = line?.id ?? 0;
    await run((tx) => setLineAside(tx, { lineId, reason: '存款利息' }, by));
    expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
    const { id } = await desk.reported();
    const [more] = await desk.lines({ in: 1412 });
    for (const [lineIds, difference] of [
      [[lineId], -1412],
      [[more?.id ?? 0, lineId], 0],
    ] as const) {
      expect(await codeOf(settle(input(lineIds, [id], difference, '少')))).toBe('line_aside');
    }
    await run((tx) => takeLineBack(tx, { lineId }, by));
    const open = (await findOpenLines(portal.db, desk.account.id)).map((each) => each.id);
    expect(open.toSorted((a, b) => a - b)).toEqual([lineId, more?.id]);
  });

  test('has the first reason and one event, however often it is set aside and taken back', async () => {
    const desk = await buildDesk();
    const [line, other] = await desk.lines({ in: 88, memo: '利息' }, { in: 99, memo: '利息' });
    const lineId = line?.id ?? 0;
    for (const reason of ['存款利息', '誤']) await run((tx) => setLineAside(tx, { lineId, reason }, by));
    const findLine = async (id: number) =>
      (await portal.db.select().from(statementLines).where(eq(statementLines.id, id)))[0];
    expect(await findLine(lineId)).toMatchObject({ aside: 'by_hand', asideReason: '存款利息' });
    expect(await findLine(other?.id ?? 0)).toMatchObject({ aside: null, asideReason: null });
    await run((tx) => setLineAside(tx, { lineId: other?.id ?? 0, reason: '捐款' }, by));
    for (const _ of ['first', 'again']) await run((tx) => takeLineBack(tx, { lineId }, by));
    expect(await findLine(other?.id ?? 0)).toMatchObject({ aside: 'by_hand', asideReason: '捐款' });
    const events = await portal.db
      .select({
        action: auditEvents.action,
        organizationId: auditEvents.organizationId,
        after: auditEvents.after,
      })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, 'statement_line'), eq(auditEvents.subjectId, lineId)))
      .orderBy(asc(auditEvents.id));
    const { organizationId } = desk;
    expect(events).toEqual([
      { action: 'statement_line.set_aside', organizationId, after: { reason: '存款利息' } },
      { action: 'statement_line.take_back', organizationId, after: null },
    ]);
  });

  test('that the bank set aside is not taken back, nor one that does not exist', async () => {
    const desk = await buildDesk();
    await desk.lines({ out: 300 });
    const [withdrawal] = await portal.db
      .select()
      .from(statementLines)
      .where(eq(statementLines.bankAccountId, desk.account.id));
    await run((tx) => takeLineBack(tx, { lineId: withdrawal?.id ?? 0 }, by));
    expect(await findOpenLines(portal.db, desk.account.id)).toEqual([]);
    expect([
      await codeOf(run((tx) => takeLineBack(tx, { lineId: 999_999 }, by))),
      await codeOf(run((tx) => setLineAside(tx, { lineId: 999_999, reason: '利息' }, by))),
      await codeOf(run((tx) => takeLineBack(tx, { lineId: withdrawal?.id ?? 0 }, elsewhere))),
    ]).toEqual(['not_found', 'not_found', 'not_found']);
  });

  test('waits for the payment that takes it, and a payment for a person who sets it aside', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [paid, interest] = (await desk.lines({ in: 1500 }, { in: 1500, memo: '利息' })).map(
      (each) => each.id,
    );
    const settle =
      (lineId = 0) =>
      (tx: Tx) =>
        settlePayment(tx, input([lineId], [id]), by);
    const setAside =
      (lineId = 0) =>
      (tx: Tx) =>
        setLineAside(tx, { lineId, reason: '利息' }, by);
    const during = async (first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<unknown>) => {
      const { late } = await run(async (tx) => {
        await first(tx);
        const late = codeOf(run(second));
        await untilWaiting(portal.db, late);
        return { late };
      });
      return late;
    };
    expect(await during(setAside(interest), settle(interest))).toBe('line_aside');
    expect(await during(settle(paid), setAside(paid))).toBe('line_used');
  });

  test('cannot be set aside while it is used', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 1500 });
    const lineId = line?.id ?? 0;
    await settle(input([lineId], [id]));
    expect(await codeOf(run((tx) => setLineAside(tx, { lineId, reason: '誤' }, by)))).toBe('line_used');
  });
});

describe('undoing a confirmation', () => {
  const paid = async (difference = 0) => {
    const desk = await buildDesk();
    const { id, person } = await desk.reported();
    const [line] = await desk.lines({ in: 1500 + difference });
    const payment = await settle(input([line?.id ?? 0], [id], difference));
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
    await settle(input([line?.id ?? 0], [id]));
    expect((await stateOf(id)).state).toBe('confirmed');
  });

  test('gives up the surplus, unless it was paid back', async () => {
    const { id, undo } = await paid(200);
    await undo();
    expect(await refundsOf(id)).toMatchObject([{ state: 'withdrawn' }]);
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

  const reversal = { out: 1500, digits: '12345', memo: '沖正', day: '2026-12-01' };
  const bring = (desk: Desk, ...lines: PlainLine[]) => importLines(portal.db, desk.account.id, lines, by);
  const asideIn = async ({ account }: Desk) =>
    (
      await portal.db
        .select({ day: statementLines.day, aside: statementLines.aside })
        .from(statementLines)
        .where(and(eq(statementLines.bankAccountId, account.id), gt(statementLines.amount, 0)))
        .orderBy(asc(statementLines.day), asc(statementLines.id))
    ).map(({ day, aside }) => `${day} ${aside}`);

  test('reverse one earlier deposit of the account, of at most 31 days before the earliest reversal', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    await bring(desk, { ...line, day: '2026-10-31' }, { ...line, day: '2026-11-01' });
    await bring(other, line);
    // Later ones come first in the file.
    await bring(desk, { ...reversal, out: 600, day: '2026-12-20' }, { ...reversal, day: '2026-12-02' });
    expect(await asideIn(desk)).toEqual(['2026-10-31 null', '2026-11-01 reversed']);
    await bring(desk, { ...reversal, day: '2026-12-02', memo: '退匯' });
    expect(await asideIn(desk)).toEqual(['2026-10-31 null', '2026-11-01 reversed']);
    expect(await asideIn(other)).toEqual(['2026-11-30 null']);
  });

  test('reverse the nearest deposit that is open, and each once', async () => {
    const desk = await buildDesk();
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
    const open = await desk.lines(...days.map((day) => ({ ...line, day })));
    await run((tx) => setLineAside(tx, { lineId: open[2]?.id ?? 0, reason: '捐款' }, by));
    expect((await bring(desk, reversal)).reversedUsed).toEqual([]);
    const expected = ['2026-11-20 null', '2026-11-21 reversed', '2026-11-22 by_hand'];
    expect(await asideIn(desk)).toEqual(expected);
    await bring(desk, reversal, { in: 1, day: '2026-12-01' });
    expect(await asideIn(desk)).toEqual([...expected, '2026-12-01 null']);
  });

  test.each<[string, string | null, PlainLine[]]>([
    ['a day that does not exist', 'statement_faulty', [line, { ...line, day: '2026/02/30' }]],
    ['a character that is not in Unicode', null, [{ ...line, name: '王\ue000明' }]],
    ['no line', 'statement_empty', []],
  ])('of a file with %s: %s', async (_, code, lines) => {
    expect(await codeOf(bring(await buildDesk(), ...lines))).toBe(code);
  });

  test('of one file at once are one, and name who was first; another account waits for none', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    const { id, name } = await buildStaff(portal.db);
    const first = cashierOf(desk.organizationId, id);
    const { both } = await run(async (tx) => {
      await tx.select().from(bankAccounts).where(eq(bankAccounts.id, desk.account.id)).for('no key update');
      const both = [0, 1].map(() => importLines(portal.db, desk.account.id, [line], first));
      await bring(other, line);
      await untilWaiting(portal.db, ...both);
      return { both: Promise.allSettled(both) };
    });
    const known = { code: 'statement_known', details: { values: { name } } };
    expect((await both).toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { status: 'fulfilled', value: { added: 1 } },
      { status: 'rejected', reason: known },
    ]);
  });

  test('are remembered with the shape of the file, and recorded', async () => {
    const [desk, other] = [await buildDesk(), await buildDesk()];
    await bring(desk, line, line);
    const shapesOf = ({ account }: Desk) => findShapes(portal.db, account.id);
    const head = ['日期', '支出', '存入', '帳號', '戶名', '備註'];
    expect([await shapesOf(desk), await shapesOf(other)]).toEqual([[{ head, shape: plainShape }], []]);
    const [event] = await portal.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'statement.import'), eq(auditEvents.subjectId, desk.account.id)));
    expect(event).toMatchObject({
      organizationId: desk.organizationId,
      after: { file: '對帳單.csv', added: 2, known: 0 },
    });
  });

  test('name the reversed line that is used', async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [used] = await desk.lines(line);
    await settle(input([used?.id ?? 0], [id]));
    const imported = await importLines(
      portal.db,
      desk.account.id,
      [{ out: 1500, digits: '12345', memo: '沖正', day: '2026-12-01' }],
      by,
    );
    expect(imported.reversedUsed.map((each) => each.id)).toEqual([used?.id]);
    expect(await asideIn(desk)).toEqual(['2026-11-30 null']);
    const { paymentId = 0 } =
      (
        await portal.db
          .select()
          .from(paymentLines)
          .where(eq(paymentLines.lineId, used?.id ?? 0))
      )[0] ?? {};
    await run((tx) => undoPayment(tx, { paymentId, reason: '對錯人' }, by));
    expect((await bring(desk, { ...reversal, memo: '退匯', day: '2026-12-02' })).reversedUsed).toEqual([]);
    expect(await asideIn(desk)).toEqual(['2026-11-30 reversed']);
  });
});

describe('a refund', () => {
  const due = async () => {
    const desk = await buildDesk();
    const { id } = await desk.reported();
    const [line] = await desk.lines({ in: 2000 });
    await settle(input([line?.id ?? 0], [id], 500));
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
      await untilWaiting(portal.db, waiving, paying);
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
    await settle(input([full?.id ?? 0], [id]));
    await run((tx) =>
      takeSurplus(tx, { lineIds: [more?.id ?? 0], registrationIds: [id], reason: '重複匯款' }, by),
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
