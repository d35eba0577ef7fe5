import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, codeOf, type Desk, openPayments, settlement } from '../../test/factories/desk.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { auditEvents } from '../audit/tables.ts';
import { cancelByStaff } from '../enrolment/on-behalf/cancel-by-staff.ts';
import { mails } from '../mail/tables.ts';
import { payments } from '../money/tables.ts';
import { confirmCertain } from '../statements/confirm-certain.ts';
import { parseReports } from '../statements/matching/open-items.ts';
import { findBankAccount, findOpenItems } from '../statements/queries.ts';
import { findPayables } from './office/queries.ts';
import { rejectReport } from './reject-report.ts';
import { undoPayment } from './undo-payment.ts';

/* Reported money is not received money: it goes back when it comes, once. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, settle, stateOf, refundsOf, accountOf } = openPayments(() => portal.db);
const cancel = (registrationId: number) =>
  run((tx) =>
    cancelByStaff(tx, { registrationId, reason: '停辦' }, { actor: decidingStaff(), now: byCashier.now }),
  );
const openReports = async ({ account, organizationId }: Desk) =>
  parseReports((await findOpenItems(portal.db, { id: account.id, organizationId })).reports);

/** A registration that was cancelled after its payment of 1,500 was reported. */
const build = async (lastFive = '31415') => {
  const desk = await buildDesk();
  const { id, reportId, person } = await desk.reported({ lastFive });
  await cancel(id);
  return { desk, id, reportId, person };
};

test('cancelling it makes no refund due, and its report stays at the desk and in its search', async () => {
  const { desk, id, reportId } = await build();
  expect([await refundsOf(id), await accountOf(id)]).toEqual([[], { owed: 0, held: 0 }]);
  expect(await openReports(desk)).toMatchObject([
    { id: reportId, due: 1500, returned: 1500, registrations: [{ id, isCancelled: true }] },
  ]);
  const search = { search: '31415', accountId: desk.account.id };
  expect(await findPayables(portal.db, search, byCashier.actor)).toMatchObject([
    { id: String(id), state: 'cancelled', due: 0, report: { id: reportId } },
  ]);
});

test('a line that fits for certain becomes a payment and one refund due', async () => {
  const { desk, id, reportId } = await build();
  const [line] = await desk.lines({ in: 1500, digits: '31415' });
  const account = await findBankAccount(portal.db, desk.account.id, byCashier.actor);
  const pair = { lineId: line?.id ?? 0, reportId };
  expect(await confirmCertain(portal.db, { account, pairs: [pair] }, byCashier)).toMatchObject([
    { done: true },
  ]);
  expect(await refundsOf(id)).toMatchObject([{ amount: 1500, state: 'due' }]);
  expect([(await stateOf(id)).state, await openReports(desk)]).toEqual(['cancelled', []]);
  const [again] = await desk.lines({ in: 1500, digits: '27182' });
  expect(await codeOf(settle(settlement([again?.id ?? 0], [id], 1500)))).toBe('registration_unknown');
});

test('money in cash goes back, too', async () => {
  const { id } = await build();
  const received = { method: 'cash', amount: 900, receivedOn: '2026-11-30' } as const;
  const { id: payment } = await settle({ ...settlement([], [id], 900), received });
  expect(await refundsOf(id)).toMatchObject([{ amount: 900, state: 'due' }]);
  const [kept] = await portal.db.select().from(payments).where(eq(payments.id, payment));
  expect(kept).toMatchObject({ kind: 'surplus', amount: 900 });
  const taken = and(eq(auditEvents.subjectId, id), eq(auditEvents.action, 'payment.take_surplus'));
  expect(await portal.db.select().from(auditEvents).where(taken)).toMatchObject([
    { subject: 'registration', after: { payment, amount: 900, reason: '報名已取消' } },
  ]);
});

test('a rejection closes it, and the person is not asked for another report', async () => {
  const { desk, id, reportId, person } = await build();
  await run((tx) => rejectReport(tx, { reportId, reason: '查無此款' }, byCashier));
  expect([(await stateOf(id)).state, await openReports(desk)]).toEqual(['cancelled', []]);
  const rejected = and(eq(mails.accountId, person.id), eq(mails.template, 'payment_rejected'));
  expect(await portal.db.select().from(mails).where(rejected)).toMatchObject([
    { data: { isCancelled: true } },
  ]);
  const rejections = and(eq(auditEvents.subjectId, id), eq(auditEvents.action, 'payment.reject'));
  expect(await portal.db.select().from(auditEvents).where(rejections)).toMatchObject([
    { subject: 'registration', actor: 'staff:1', after: { reason: '查無此款' } },
  ]);
  expect(await codeOf(run((tx) => rejectReport(tx, { reportId, reason: '查無' }, byCashier)))).toBe(
    'report_settled',
  );
});

test('the report waits again if the payment is undone', async () => {
  const { desk, id, reportId } = await build();
  const [line] = await desk.lines({ in: 1500 });
  const { id: paymentId } = await settle(settlement([line?.id ?? 0], [id], 1500));
  await run((tx) => undoPayment(tx, { paymentId, reason: '對錯人' }, byCashier));
  expect(await refundsOf(id)).toMatchObject([{ state: 'withdrawn' }]);
  expect((await openReports(desk)).map((report) => report.id)).toEqual([reportId]);
});

describe('a report for two of whom one was cancelled', () => {
  test('confirms the other, and the rest goes back', async () => {
    const desk = await buildDesk();
    const { ids, reportId } = await desk.reportedTogether(2);
    const [stays = 0, left = 0] = ids;
    await cancel(left);
    expect(await openReports(desk)).toMatchObject([{ id: reportId, due: 3000, returned: 1500 }]);
    const [line] = await desk.lines({ in: 3000 });
    await settle(settlement([line?.id ?? 0], ids, 1500));
    expect([(await stateOf(stays)).state, (await stateOf(left)).state]).toEqual(['confirmed', 'cancelled']);
    expect([await refundsOf(stays), await refundsOf(left)]).toMatchObject([
      [],
      [{ amount: 1500, state: 'due' }],
    ]);
  });
});
