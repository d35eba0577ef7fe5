import { asc, eq, sql } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findBalances } from './balance.ts';
import { recordCharges } from './record-charges.ts';
import { heldOf } from './rules.ts';
import { REFUND_STEPS } from './states.ts';
import { allocations, charges, paymentLines, payments, refunds } from './tables.ts';

interface PaymentEnd {
  readonly paymentId: number;
  readonly reason: string;
}

/** Withdraws the refunds of the payment. Throws `undo_refund_paid` if one was paid. */
const withdrawRefunds = async (
  tx: Tx,
  { paymentId, reason }: PaymentEnd,
  { actor, now }: Context,
): Promise<void> => {
  const withdrawn = await tx
    .select({ id: refunds.id, state: refunds.state, registrationId: refunds.registrationId })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.id))
    .for('no key update');
  if (withdrawn.some(({ state }) => state === 'paid')) throw new Refusal('undo_refund_paid');
  const { to, action } = REFUND_STEPS.withdraw;
  await tx
    .update(refunds)
    .set({ state: to, settledBy: actorName(actor), settledAt: now, waiveReason: reason })
    .where(eq(refunds.paymentId, paymentId));
  const event = { actor, action, subject: 'registration' } as const;
  const events = withdrawn.map(({ id, registrationId }) => ({
    ...event,
    subjectId: registrationId,
    after: { refundId: id, reason },
  }));
  await recordEvents(tx, events, now);
};

/** Reverses the waivers made with the payment and the money kept of its refunds. */
const reverseCharges = async (tx: Tx, { paymentId, reason }: PaymentEnd, context: Context) => {
  const isOfPayment = sql`(${charges.paymentId} = ${paymentId} or ${charges.refundId} in (
    select id from ${refunds} where ${refunds.paymentId} = ${paymentId}))`;
  const sums = await tx
    .select({
      registrationId: charges.registrationId,
      kind: charges.kind,
      paymentId: charges.paymentId,
      refundId: charges.refundId,
      amount: sql<number>`sum(${charges.amount})::int`,
    })
    .from(charges)
    .where(isOfPayment)
    .groupBy(charges.registrationId, charges.kind, charges.paymentId, charges.refundId);
  const reversals = sums.map((sum) => ({ ...sum, amount: -sum.amount, reason }));
  await recordCharges(tx, reversals, context);
};

/**
 * Undoes a payment: frees its lines, withdraws its refunds, and reverses what was waived with it. Throws
 * `undo_refund_paid` or `undo_state` if some of the money was given back. The registrations must be locked.
 */
export const endPayment = async (tx: Tx, end: PaymentEnd, context: Context): Promise<void> => {
  const { actor, now } = context;
  const { paymentId, reason } = end;
  await withdrawRefunds(tx, end, context);
  await reverseCharges(tx, end, context);
  await tx.update(paymentLines).set({ ended: true }).where(eq(paymentLines.paymentId, paymentId));
  const ended = await tx
    .update(allocations)
    .set({ ended: true })
    .where(eq(allocations.paymentId, paymentId))
    .returning({ registrationId: allocations.registrationId });
  await tx
    .update(payments)
    .set({ endedAt: now, endedBy: actorName(actor), endReason: reason })
    .where(eq(payments.id, paymentId));
  const balances = await findBalances(
    tx,
    ended.map(({ registrationId }) => registrationId),
  );
  if (balances.some((balance) => heldOf(balance) < 0)) throw new Refusal('undo_state');
};
