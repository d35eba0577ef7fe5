import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildOrganization } from '../../test/factories/catalogue.ts';
import { byCashier, cashierOf, codeOf, openPayments, settlement } from '../../test/factories/desk.ts';
import { one } from '../../test/factories/one.ts';
import { asStaff, buildStaff, grant } from '../../test/factories/staff.ts';
import { untilWaiting } from '../../test/locks.ts';
import type { Context } from '../audit/actor.ts';
import { auditEvents } from '../audit/tables.ts';
import { charges, refunds } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { changeRoles } from '../staff/members/change-roles.ts';
import { suspendStaff } from '../staff/members/suspend-staff.ts';
import { countCashiers, findCashiers } from './cashiers.ts';
import { changeRefund, payRefund, waiveRefund } from './refund-steps.ts';
import { takeSurplus } from './take-surplus.ts';
import { undoPayment } from './undo-payment.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, buildDesk, settle, refundsOf, accountOf } = openPayments(() => portal.db);

/** A refund due of 500 of the 2,000 that came, entered by a cashier of the branch. */
const buildDue = async () => {
  const desk = await buildDesk();
  const cashier = await buildStaff(portal.db, { grants: [grant('cashier', desk.organizationId)] });
  const by = cashierOf(desk.organizationId, cashier.id);
  const { id } = await desk.reported();
  const [line] = await desk.lines({ in: 2000 });
  await settle(settlement([line?.id ?? 0], [id], 500), by);
  const [refund] = await refundsOf(id);
  return { by, refundId: refund?.id ?? 0, registrationId: id, organizationId: desk.organizationId };
};

const findRefund = async (id: number) =>
  one(await portal.db.select().from(refunds).where(eq(refunds.id, id)));

const eventsOf = (registrationId: number) =>
  portal.db
    .select({ action: auditEvents.action, before: auditEvents.before, after: auditEvents.after })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, 'registration'),
        eq(auditEvents.subjectId, registrationId),
        ne(auditEvents.action, 'refund.create'),
      ),
    )
    .orderBy(auditEvents.id);

const paid = { amount: 500, paidOn: '2026-12-01', reference: 'A1' };

test('a refund is paid with its day and reference', async () => {
  const { by, refundId, registrationId } = await buildDue();
  await run((tx) => payRefund(tx, { refundId, ...paid }, by));
  expect(await findRefund(refundId)).toMatchObject({
    ...{ state: 'paid', paidOn: '2026-12-01', reference: 'A1' },
    ...{ settledBy: `staff:${by.actor.staffId}`, settledAt: by.now },
  });
  expect(await eventsOf(registrationId)).toEqual([
    { action: 'refund.pay', before: null, after: { refundId, ...paid } },
  ]);
});

test('a refund is changed more than once; the first proposal is kept', async () => {
  const { by, refundId, registrationId } = await buildDue();
  const change = (amount: number, before: number) =>
    run((tx) => changeRefund(tx, { refundId, amount, before, reason: '扣手續費' }, by));
  await change(485, 500);
  await change(490, 485);
  expect(await findRefund(refundId)).toMatchObject({
    ...{ amount: 490, proposed: 500, state: 'due', changedBy: `staff:${by.actor.staffId}` },
  });
  expect(await eventsOf(registrationId)).toMatchObject([
    { action: 'refund.change', before: { amount: 500 }, after: { amount: 485, reason: '扣手續費' } },
    { action: 'refund.change', before: { amount: 485 }, after: { amount: 490 } },
  ]);
});

test('what a refund is less stays with the branch, and never more goes back than was due', async () => {
  const { by, refundId, registrationId } = await buildDue();
  const change = (amount: number, before: number) =>
    codeOf(run((tx) => changeRefund(tx, { refundId, amount, before, reason: '扣手續費' }, by)));
  expect([
    await change(501, 500),
    await change(485, 500),
    await change(501, 485),
    await change(500, 485),
  ]).toEqual(['refund_too_much', null, 'refund_too_much', null]);
  const kept = await portal.db
    .select({ amount: charges.amount, reason: charges.reason })
    .from(charges)
    .where(and(eq(charges.registrationId, registrationId), eq(charges.kind, 'kept')))
    .orderBy(charges.id);
  expect(kept).toEqual([
    { amount: 15, reason: '扣手續費' },
    { amount: -15, reason: '扣手續費' },
  ]);
  await run((tx) => waiveRefund(tx, { refundId, reason: '捐贈' }, by));
  expect(await accountOf(registrationId)).toEqual({ owed: 0, held: 1500 });
});

describe('two refunds of one payment', () => {
  /** A second transfer of 3,000 for two people who had paid. The row of the first refund lies behind that of the second. */
  const buildTwo = async () => {
    const desk = await buildDesk();
    const ids = [(await desk.reported()).id, (await desk.reported()).id];
    const [paid, again] = await desk.lines({ in: 3000, digits: '11111' }, { in: 3000, digits: '22222' });
    await settle(settlement([paid?.id ?? 0], ids));
    const surplus = { lineIds: [again?.id ?? 0], registrationIds: ids, reason: '重複匯款' };
    const paymentId = await run((tx) => takeSurplus(tx, surplus, byCashier));
    const made = await portal.db
      .select({ id: refunds.id })
      .from(refunds)
      .where(eq(refunds.paymentId, paymentId))
      .orderBy(refunds.id);
    const [first, second] = made.map(({ id }) => id);
    if (!first || !second) throw new Error('there are not two refunds');
    await portal.db.update(refunds).set({ reason: '重複匯款' }).where(eq(refunds.id, first));
    return { first, second, paymentId };
  };
  type Two = Awaited<ReturnType<typeof buildTwo>>;

  const changeTo =
    (refundId: number, amount: number, before = 1500) =>
    (tx: Tx) =>
      changeRefund(tx, { refundId, amount, before, reason: '更正' }, byCashier);

  test('are each at most what was due, also if the other was waived', async () => {
    const { first, second } = await buildTwo();
    await run((tx) => waiveRefund(tx, { refundId: first, reason: '捐贈' }, byCashier));
    expect(await codeOf(run(changeTo(second, 1501)))).toBe('refund_too_much');
    expect(await codeOf(run(changeTo(second, 1400)))).toBeNull();
  });

  test.each<[string, (two: Two) => (tx: Tx) => Promise<void>]>([
    [
      'undoing the payment',
      ({ paymentId }) =>
        (tx) =>
          undoPayment(tx, { paymentId, reason: '對錯人' }, byCashier),
    ],
  ])('are locked in the order of their ids: %s', async (_, work) => {
    const two = await buildTwo();
    const { found, outcome } = await run(async (tx) => {
      const lock = (id: number) =>
        tx.select().from(refunds).where(eq(refunds.id, id)).for('update', { skipLocked: true });
      await lock(two.first);
      const outcome = codeOf(run(work(two)));
      await untilWaiting(portal.db, outcome);
      return { found: await lock(two.second), outcome };
    });
    expect([found.length, await outcome]).toEqual([1, null]);
  });
});

type Chief = Context<Staff>;

describe('is refused', () => {
  type Due = Awaited<ReturnType<typeof buildDue>>;
  const steps: [string, (due: Due, by: Due['by']) => (tx: Tx) => Promise<void>][] = [
    [
      'paying',
      ({ refundId }, by) =>
        (tx) =>
          payRefund(tx, { refundId, ...paid }, by),
    ],
    [
      'waiving',
      ({ refundId }, by) =>
        (tx) =>
          waiveRefund(tx, { refundId, reason: '捐贈' }, by),
    ],
    [
      'changing',
      ({ refundId }, by) =>
        (tx) =>
          changeRefund(tx, { refundId, amount: 400, before: 500, reason: '扣手續費' }, by),
    ],
  ];

  test.each(steps)('%s a refund of another branch, or one that is settled', async (_, step) => {
    const due = await buildDue();
    expect(await codeOf(run(step(due, cashierOf(999))))).toBe('not_found');
    await run((tx) => waiveRefund(tx, { refundId: due.refundId, reason: '捐贈' }, due.by));
    expect(await codeOf(run(step(due, due.by)))).toBe('refund_settled');
    expect((await findRefund(due.refundId)).waiveReason).toBe('捐贈');
  });

  test.each([
    ['another amount', { amount: 400 }, 'refund_changed'],
    ['a day to come', { paidOn: '2026-12-02' }, 'refund_day'],
  ])('paying with %s', async (_, input, code) => {
    const { by, refundId } = await buildDue();
    expect(await codeOf(run((tx) => payRefund(tx, { refundId, ...paid, ...input }, by)))).toBe(code);
    expect((await findRefund(refundId)).state).toBe('due');
  });

  test('by the person who entered or changed it, if there is another cashier', async () => {
    const due = await buildDue();
    const { id } = await buildStaff(portal.db, { grants: [grant('cashier', due.organizationId)] });
    const other = cashierOf(due.organizationId, id);
    const { refundId } = due;
    expect([
      await codeOf(run((tx) => payRefund(tx, { refundId, ...paid }, due.by))),
      await codeOf(run((tx) => waiveRefund(tx, { refundId, reason: '捐贈' }, due.by))),
      await codeOf(run((tx) => payRefund(tx, { refundId, ...paid }, other))),
    ]).toEqual(['refund_own', 'refund_own', null]);
    expect((await findRefund(refundId)).settledBy).toBe(`staff:${id}`);
  });

  test.each<[string, (tx: Tx, staffId: number, chief: Chief) => Promise<void>]>([
    ['is suspended', (tx, staffId, by) => suspendStaff(tx, { staffId }, by)],
    [
      'gets another role',
      (tx, staffId, by) => changeRoles(tx, { staffId, roles: [grant('officer')], version: 0 }, by),
    ],
  ])('by the person who entered it, also after the other cashier %s', async (_, remove) => {
    const due = await buildDue();
    const admin = await buildStaff(portal.db, { grants: [grant('admin')] });
    const other = await buildStaff(portal.db, { grants: [grant('cashier', due.organizationId)] });
    const later = new Date(due.by.now.getTime() + 1);
    const chief = { actor: asStaff(admin, [grant('admin')]), now: later };
    await run((tx) => remove(tx, other.id, chief));
    const pay = (tx: Tx) => payRefund(tx, { refundId: due.refundId, ...paid }, due.by);
    expect(await codeOf(run(pay))).toBe('refund_own');
    await portal.db.update(refunds).set({ createdAt: later }).where(eq(refunds.id, due.refundId));
    expect(await codeOf(run(pay))).toBeNull();
  });
});

test('only cashiers who may confirm a refund of the branch count', async () => {
  const { id } = await buildOrganization(portal.db, { code: 'CNT', name: '計數分會' });
  const count = async () => countCashiers(await findCashiers(portal.db, id), byCashier.now);
  const before = await count();
  await buildStaff(portal.db, { grants: [grant('cashier', id), grant('cashier')] });
  await buildStaff(portal.db, { grants: [grant('cashier')] });
  await buildStaff(portal.db, { grants: [grant('cashier', id)], suspendedAt: byCashier.now });
  await buildStaff(portal.db, { grants: [grant('officer', id)] });
  const { id: elsewhere } = await buildOrganization(portal.db, { code: 'CN2', name: '別處分會' });
  await buildStaff(portal.db, { grants: [grant('cashier', elsewhere)] });
  expect((await count()) - before).toBe(2);
});
