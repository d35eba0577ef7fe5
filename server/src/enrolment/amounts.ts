import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { classes } from '../catalogue/tables.ts';
import {
  paymentRegistrations,
  paymentReportRegistrations,
  paymentReports,
  refunds,
} from '../payment/tables.ts';
import type { Executor } from '../platform/database.ts';
import type { State } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';

const isReportRejected = (registrationId: number) => sql`(
  select e.action = 'payment.reject' from ${registrationEvents} e
  where e.registration_id = ${registrationId} and e.action in ('payment.report', 'payment.confirm', 'payment.reject')
  order by e.id desc limit 1)`;

/** The reported amount, divided equally among the people whom the report covers. 0 if staff rejected the report. */
const findReportedShare = async (db: Executor, registrationId: number): Promise<number> => {
  const [latest] = await db
    .select({
      share: sql<number>`round(${paymentReports.paidMoney}::numeric / (select count(*) from ${paymentReportRegistrations} n where n.report_id = ${paymentReports.id}))::int`,
    })
    .from(paymentReportRegistrations)
    .innerJoin(paymentReports, eq(paymentReports.id, paymentReportRegistrations.reportId))
    .where(
      and(
        eq(paymentReportRegistrations.registrationId, registrationId),
        sql`${isReportRejected(registrationId)} is not true`,
      ),
    )
    .orderBy(desc(paymentReports.id))
    .limit(1);
  return latest?.share ?? 0;
};

/**
 * The sum of the payments that still count: neither undone nor, if partial, turned into a refund. Null if none was ever
 * recorded: confirmations from before the office recorded payments have none.
 */
const findReceived = async (db: Executor, registrationId: number): Promise<number | null> => {
  const [found] = await db
    .select({
      amount: sql<
        number | null
      >`sum(case when ${paymentRegistrations.ended} then 0 else ${paymentRegistrations.amount} end)::int`,
    })
    .from(paymentRegistrations)
    .where(eq(paymentRegistrations.registrationId, registrationId));
  return found?.amount ?? null;
};

/** Whether the payment of the event was undone. */
const isUndone = sql`exists (
  select from ${paymentRegistrations} x where x.registration_id = ${registrationEvents.registrationId}
    and x.payment_id = (${registrationEvents.data} ->> 'payment')::bigint and x.ended)`;

/** The amount that staff waived when they confirmed payments below the fee. The last confirmation includes the earlier ones. */
export const findWaived = async (db: Executor, registrationId: number): Promise<number> => {
  const [latest] = await db
    .select({ short: sql<number>`coalesce((${registrationEvents.data} ->> 'short')::int, 0)` })
    .from(registrationEvents)
    .where(
      and(
        eq(registrationEvents.registrationId, registrationId),
        eq(registrationEvents.action, 'payment.confirm'),
        sql`not ${isUndone}`,
      ),
    )
    .orderBy(desc(registrationEvents.id))
    .limit(1);
  return latest?.short ?? 0;
};

/** What counts towards the fee already: the partial payments, and the credit that a move took along. */
export const keptOf = (registrationId: SQL): SQL<number> => sql<number>`coalesce((
  select sum(k.amount)::int from payment_registrations k join payments p on p.id = k.payment_id
  where k.registration_id = ${registrationId} and not k.ended and p.kind = 'partial'), 0)
  + (select m.credited from registrations m where m.id = ${registrationId})`;

export const findReceivedBefore = async (db: Executor, registrationId: number): Promise<number> => {
  const [found] = await db
    .select({ amount: keptOf(sql`${registrations.id}`) })
    .from(registrations)
    .where(eq(registrations.id, registrationId));
  return found?.amount ?? 0;
};

const sumRefunds = async (db: Executor, registrationId: number): Promise<number> => {
  const [found] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.registrationId, registrationId));
  return found?.amount ?? 0;
};

/** The fee that holds for a registration, in a query with its class. */
export const validFee = sql<number>`coalesce(${registrations.fee}, ${classes.fee})`;

export const findFee = async (
  db: Executor,
  { classId, fee }: { classId: number; fee: number | null },
): Promise<number> => {
  if (fee !== null) return fee;
  const [found] = await db.select({ fee: classes.fee }).from(classes).where(eq(classes.id, classId));
  return found?.fee ?? 0;
};

export interface Refundable {
  /** Whole New Taiwan dollars. */
  readonly amount: number;
  readonly paymentConfirmed: boolean;
}

/**
 * Returns the amount that was paid and not yet refunded, for a class without a fee. A confirmed payment counts with the
 * money received, or with the reported share if no payment was recorded; any other counts with the reported share.
 */
const findUnrefunded = async (db: Executor, id: number, paymentConfirmed: boolean): Promise<number> => {
  const received = paymentConfirmed ? await findReceived(db, id) : null;
  return (received ?? (await findReportedShare(db, id))) - (await sumRefunds(db, id));
};

/**
 * Returns the amount that a cancellation must refund:
 * - in a class without a fee: what was paid and not yet refunded;
 * - if the payment is confirmed: the fee without what was waived;
 * - if the payment is reported: the fee without what was received before, which `giveBackSeats` refunds;
 * - otherwise nothing.
 */
export const findRefundable = async (
  db: Executor,
  { id, classId, state, fee: fixedFee }: { id: number; classId: number; state: State; fee: number | null },
): Promise<Refundable> => {
  const paymentConfirmed = state === 'confirmed';
  if (!paymentConfirmed && state !== 'reported') return { amount: 0, paymentConfirmed };
  const fee = await findFee(db, { classId, fee: fixedFee });
  if (fee === 0)
    return { amount: Math.max(0, await findUnrefunded(db, id, paymentConfirmed)), paymentConfirmed };
  const deduction = paymentConfirmed ? await findWaived(db, id) : await findReceivedBefore(db, id);
  return { amount: Math.max(0, fee - deduction), paymentConfirmed };
};

/** What is missing to the fee of a registration for which some money was received. */
export const findOwed = async (db: Executor, registrationId: number): Promise<number> => {
  const [found] = await db
    .select({ state: registrations.state, fee: validFee, kept: keptOf(sql`${registrations.id}`) })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(eq(registrations.id, registrationId));
  if (!found || found.kept <= 0 || (found.state !== 'unpaid' && found.state !== 'reported')) return 0;
  return Math.max(0, found.fee - found.kept);
};
