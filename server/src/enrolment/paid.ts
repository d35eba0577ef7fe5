import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { classes } from '../catalogue/tables.ts';
import {
  paymentRegistrations,
  paymentReportRegistrations,
  paymentReports,
  payments,
  refunds,
} from '../payment/tables.ts';
import type { Executor, Tx } from '../platform/database.ts';
import type { State } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';

/** Lock the class before the registration. */
export const lockRegistration = async (tx: Tx, id: number) => {
  const [found] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('no key update');
  if (!found) throw new Error(`registration ${id} is gone`);
  return found;
};

const lastConfirmation = (registrationId: number) =>
  sql`coalesce((select max(c.id) from ${registrationEvents} c where c.registration_id = ${registrationId} and c.action = 'payment.confirm'), 0)`;

/** The amount still owed after a move to a more expensive class. */
export const findOwed = async (db: Executor, registrationId: number): Promise<number> => {
  const [latest] = await db
    .select({ owed: sql<number>`coalesce((${registrationEvents.data} ->> 'owed')::int, 0)` })
    .from(registrationEvents)
    .where(
      and(
        eq(registrationEvents.registrationId, registrationId),
        eq(registrationEvents.action, 'registration.move'),
        gt(registrationEvents.id, lastConfirmation(registrationId)),
      ),
    )
    .orderBy(desc(registrationEvents.id))
    .limit(1);
  return latest?.owed ?? 0;
};

/** The reported amount, divided equally among the people whom the report covers. */
const findReportedShare = async (db: Executor, registrationId: number): Promise<number> => {
  const [latest] = await db
    .select({
      share: sql<number>`round(${paymentReports.paidMoney}::numeric / (select count(*) from ${paymentReportRegistrations} n where n.report_id = ${paymentReports.id}))::int`,
    })
    .from(paymentReportRegistrations)
    .innerJoin(paymentReports, eq(paymentReports.id, paymentReportRegistrations.reportId))
    .where(eq(paymentReportRegistrations.registrationId, registrationId))
    .orderBy(desc(paymentReports.id))
    .limit(1);
  return latest?.share ?? 0;
};

/** The amount that staff waived when they confirmed a payment below the fee. */
const findWaived = async (db: Executor, registrationId: number): Promise<number> => {
  const [latest] = await db
    .select({ short: sql<number>`coalesce((${registrationEvents.data} ->> 'short')::int, 0)` })
    .from(registrationEvents)
    .where(eq(registrationEvents.id, lastConfirmation(registrationId)));
  return latest?.short ?? 0;
};

export const findPartialPayments = async (db: Executor, registrationId: number): Promise<number> => {
  const [found] = await db
    .select({ amount: sql<number>`coalesce(sum(${paymentRegistrations.amount}), 0)::int` })
    .from(paymentRegistrations)
    .innerJoin(payments, eq(payments.id, paymentRegistrations.paymentId))
    .where(
      and(
        eq(paymentRegistrations.registrationId, registrationId),
        eq(paymentRegistrations.ended, false),
        eq(payments.kind, 'partial'),
      ),
    );
  return found?.amount ?? 0;
};

const sumRefunds = async (db: Executor, registrationId: number): Promise<number> => {
  const [found] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.registrationId, registrationId));
  return found?.amount ?? 0;
};

const findFee = async (db: Executor, classId: number): Promise<number> => {
  const [found] = await db.select({ fee: classes.fee }).from(classes).where(eq(classes.id, classId));
  return found?.fee ?? 0;
};

export interface Paid {
  readonly amount: number;
  readonly paymentConfirmed: boolean;
}

/**
 * Whole dollars, paid or reported as paid, without partial payments. For a class without a fee, to which the
 * registration was moved, the amount of the report minus refunds.
 */
export const findPaid = async (
  db: Executor,
  { id, classId, state }: { id: number; classId: number; state: State },
): Promise<Paid> => {
  const paymentConfirmed = state === 'confirmed';
  if (!paymentConfirmed && state !== 'reported') return { amount: 0, paymentConfirmed };
  const fee = await findFee(db, classId);
  const open = paymentConfirmed ? await findWaived(db, id) : await findPartialPayments(db, id);
  const amount =
    fee > 0
      ? fee - (await findOwed(db, id)) - open
      : (await findReportedShare(db, id)) - (await sumRefunds(db, id));
  return { amount: Math.max(0, amount), paymentConfirmed };
};
