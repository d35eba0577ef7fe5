import { eq } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordCharges } from './record-charges.ts';
import { refunds } from './tables.ts';

type Refund = typeof refunds.$inferSelect;

/** The amount before the first change. No change may exceed it. */
export const initialAmount = ({ amount, proposed }: Pick<Refund, 'amount' | 'proposed'>): number =>
  proposed ?? amount;

/**
 * Sets the amount, and charges the difference as money that the branch keeps, or no longer keeps. The refund must be
 * locked and due.
 */
export const changeRefundAmount = async (
  tx: Tx,
  refund: Refund,
  { amount, reason }: { readonly amount: number; readonly reason: string },
  context: Context,
): Promise<void> => {
  const { id: refundId, registrationId } = refund;
  await tx
    .update(refunds)
    .set({ amount, proposed: initialAmount(refund), changedBy: actorName(context.actor) })
    .where(eq(refunds.id, refundId));
  const kept = { registrationId, refundId, kind: 'kept', amount: refund.amount - amount, reason } as const;
  await recordCharges(tx, [kept], context);
};

/** The refund must be locked and due. */
export const recordRefundPaid = async (
  tx: Tx,
  { id }: Pick<Refund, 'id'>,
  { paidOn, reference }: { readonly paidOn: string; readonly reference: string },
  { actor, now }: Context,
): Promise<void> => {
  await tx
    .update(refunds)
    .set({ state: 'paid', paidOn, reference, settledBy: actorName(actor), settledAt: now })
    .where(eq(refunds.id, id));
};

/** The money stays with the branch. The refund must be locked and due. */
export const keepRefund = async (
  tx: Tx,
  { id: refundId, registrationId, amount }: Refund,
  { reason }: { readonly reason: string },
  context: Context,
): Promise<void> => {
  const { actor, now } = context;
  await tx
    .update(refunds)
    .set({ state: 'waived', waiveReason: reason, settledBy: actorName(actor), settledAt: now })
    .where(eq(refunds.id, refundId));
  await recordCharges(tx, [{ registrationId, refundId, kind: 'kept', amount, reason }], context);
};
