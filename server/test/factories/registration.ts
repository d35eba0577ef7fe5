import { today } from '@portal/contract/dates';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { classes } from '../../src/classes/tables.ts';
import { hasCharges, holdsSeat, type State } from '../../src/enrolment/states.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { recordCharges } from '../../src/money/record-charges.ts';
import { recordPayment } from '../../src/money/record-payment.ts';
import { keepRefund } from '../../src/money/settle-refund.ts';
import { refunds } from '../../src/money/tables.ts';
import { paymentReportRegistrations, paymentReports } from '../../src/payment/tables.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { buildAccount } from './account.ts';
import { buildClass } from './catalogue.ts';
import { one } from './one.ts';

interface Overrides {
  class: { id: number };
  account: { id: number };
  group?: { id: number };
  state?: State;
  reason?: string | null;
  result?: 1 | 2;
  paymentDue?: string;
  createdAt?: Date;
  confirmBy?: Date;
  network?: string;
}

const feeOf = async (db: Database, classId: number): Promise<number> =>
  one(await db.select({ fee: classes.fee }).from(classes).where(eq(classes.id, classId))).fee;

/** The fee of an approved registration, and its payment if it is confirmed. */
const buildLedger = async (
  db: Database,
  {
    registration: { id, classId, state },
    fee,
  }: { registration: typeof registrations.$inferSelect; fee: number },
): Promise<void> => {
  if (!hasCharges(state)) return;
  await db.update(registrations).set({ fee }).where(eq(registrations.id, id));
  if (fee === 0) return;
  await inTransaction(db, async (tx) => {
    const context = { actor: 'system', now: NOW } as const;
    await recordCharges(tx, [{ registrationId: id, kind: 'fee', amount: fee }], context);
    if (state !== 'confirmed') return;
    const { organizationId } = one(
      await tx
        .select({ organizationId: classes.organizationId })
        .from(classes)
        .where(eq(classes.id, classId)),
    );
    const receipt = { organizationId, bankAccountId: null, amount: fee, receivedOn: today(NOW) };
    const allocations = [{ registrationId: id, amount: fee, reportId: null, refundReason: '溢繳' }];
    const entry = { ...receipt, kind: 'full', method: 'unstated', lineIds: [], allocations } as const;
    await recordPayment(tx, entry, context);
  });
};

/** A registration in any state with its seat, event, ledger and payment report. */
export const buildRegistration = async (
  db: Database,
  {
    class: trainingClass,
    account,
    group,
    state = 'pending',
    reason,
    result,
    createdAt = NOW,
    ...columns
  }: Overrides,
) => {
  const registration = one(
    await db
      .insert(registrations)
      .values({
        classId: trainingClass.id,
        accountId: account.id,
        groupId: group?.id,
        state,
        reason: reason ?? (state === 'rejected' ? '資格不符' : null),
        result,
        ...columns,
        createdAt,
        updatedAt: createdAt,
      })
      .returning(),
  );
  await db.insert(registrationEvents).values({
    registrationId: registration.id,
    at: createdAt,
    ...(state === 'confirmed'
      ? { actor: 'staff:1', action: 'payment.confirm' }
      : { actor: 'system', action: 'registration.enrol' }),
    toState: state,
  });
  if (result) {
    await db.insert(registrationEvents).values({
      registrationId: registration.id,
      at: NOW,
      actor: 'staff:1',
      action: 'training.result',
      fromState: state,
      toState: state,
    });
  }
  if (holdsSeat(state)) {
    await db
      .update(classes)
      .set({ number: sql`${classes.number} + 1` })
      .where(eq(classes.id, trainingClass.id));
  }
  await buildLedger(db, { registration, fee: await feeOf(db, trainingClass.id) });
  if (state === 'reported') await buildPaymentReport(db, { registration, account });
  return registration;
};

/** Money that came for a registration that owes nothing, and goes back or is kept. */
export const buildRefund = (
  db: Database,
  {
    registration: { id: registrationId, organizationId },
    amount,
    state = 'due',
    createdAt = NOW,
  }: {
    registration: { id: number; organizationId: number | null };
    amount: number;
    state?: 'due' | 'waived';
    createdAt?: Date;
  },
) =>
  inTransaction(db, async (tx) => {
    const context = { actor: 'system', now: createdAt } as const;
    const receipt = { organizationId: organizationId ?? 0, bankAccountId: null, amount };
    const allocations = [{ registrationId, amount, reportId: null, refundReason: '重複匯款' }];
    const entry = { ...receipt, kind: 'surplus', method: 'cash', lineIds: [], allocations } as const;
    const { id } = await recordPayment(tx, { ...entry, receivedOn: today(createdAt) }, context);
    const refund = one(await tx.select().from(refunds).where(eq(refunds.paymentId, id)));
    if (state === 'waived') await keepRefund(tx, refund, { reason: '捐贈' }, context);
    return refund;
  });

/** Creates a class whose only seat is taken. */
export const buildFullClass = async (db: Database) => {
  const trainingClass = await buildClass(db, { limitNumber: 1 });
  await buildRegistration(db, { class: trainingClass, account: await buildAccount(db) });
  return trainingClass;
};

/** A payment report for one registration, by its owner or a manager of its group. */
export const buildPaymentReport = async (
  db: Database,
  {
    registration,
    account,
  }: {
    registration: { id: number; classId: number; accountId: number; groupId: number | null };
    account: { id: number };
  },
) => {
  const report = one(
    await db
      .insert(paymentReports)
      .values({
        classId: registration.classId,
        reportedBy: account.id,
        groupId: account.id === registration.accountId ? null : registration.groupId,
        paidTime: '2026-11-30',
        lastFive: '00042',
        paidMoney: 1500,
        paidName: '王小明',
        createdAt: NOW,
      })
      .returning(),
  );
  const own = eq(paymentReportRegistrations.registrationId, registration.id);
  await db
    .update(paymentReportRegistrations)
    .set({ outcome: 'replaced' })
    .where(and(own, isNull(paymentReportRegistrations.outcome)));
  const { state } = one(
    await db
      .select({ state: registrations.state })
      .from(registrations)
      .where(eq(registrations.id, registration.id)),
  );
  const closed = state === 'confirmed' ? 'received' : 'not_received';
  await db.insert(paymentReportRegistrations).values({
    ...{ reportId: report.id, registrationId: registration.id },
    outcome: state === 'reported' ? null : closed,
  });
  return report;
};

/** Pending registrations of `count` new people. */
export const buildWaiting = async (
  db: Database,
  trainingClass: { id: number; organizationId: number },
  count: number,
) => {
  const accountIds: number[] = [];
  for (let n = 0; n < count; n++) {
    accountIds.push((await buildAccount(db, { organizationId: trainingClass.organizationId })).id);
  }
  const facts = { classId: trainingClass.id, state: 'pending', createdAt: NOW, updatedAt: NOW } as const;
  const made = await db
    .insert(registrations)
    .values(accountIds.map((accountId) => ({ ...facts, accountId })))
    .returning({ id: registrations.id });
  const event = { at: NOW, actor: 'system', action: 'registration.enrol', toState: 'pending' } as const;
  await db.insert(registrationEvents).values(made.map(({ id }) => ({ ...event, registrationId: id })));
  await db
    .update(classes)
    .set({ number: sql`${classes.number} + ${count}` })
    .where(eq(classes.id, trainingClass.id));
};
