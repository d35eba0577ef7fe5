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

/* The amount paid for a registration: the fee of its class, minus what is still owed after a move to a more expensive class. */

/** Locks the registration, which must exist, and returns it. Lock its class before. */
export const lockRegistration = async (tx: Tx, id: number) => {
  const [found] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('no key update');
  if (!found) throw new Error(`registration ${id} is gone`);
  return found;
};

const lastConfirmation = (registrationId: number) =>
  sql`coalesce((select max(c.id) from ${registrationEvents} c where c.registration_id = ${registrationId} and c.action = 'payment.confirm'), 0)`;

/** What a confirmed person still owes after a move to a more expensive class. */
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

/** A report for several people is about one remittance, of which each person counts an equal share. */
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

/** What staff let go when less than the fee came. */
const findShort = async (db: Executor, registrationId: number): Promise<number> => {
  const [latest] = await db
    .select({ short: sql<number>`coalesce((${registrationEvents.data} ->> 'short')::int, 0)` })
    .from(registrationEvents)
    .where(eq(registrationEvents.id, lastConfirmation(registrationId)));
  return latest?.short ?? 0;
};

/** What came for an unconfirmed registration as a part of its fee. */
export const findKept = async (db: Executor, registrationId: number): Promise<number> => {
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
 * The amount paid, or reported as paid: the fee if the class has one; else the person's share of the report, minus what
 * became a refund when the registration moved to a class without a fee.
 * What was paid, or said to be paid, for a registration: the fee where there is one, less what staff let go; else what
 * was reported and did not become a refund when the registration moved to a class without a fee. What came as a part
 * goes back by itself: `returnKept`.
 */
export const findPaid = async (
  db: Executor,
  { id, classId, state }: { id: number; classId: number; state: State },
): Promise<Paid> => {
  const paymentConfirmed = state === 'confirmed';
  if (!paymentConfirmed && state !== 'reported') return { amount: 0, paymentConfirmed };
  const fee = await findFee(db, classId);
  const open = paymentConfirmed ? await findShort(db, id) : await findKept(db, id);
  const amount =
    fee > 0
      ? fee - (await findOwed(db, id)) - open
      : (await findReportedShare(db, id)) - (await sumRefunds(db, id));
  return { amount: Math.max(0, amount), paymentConfirmed };
};
