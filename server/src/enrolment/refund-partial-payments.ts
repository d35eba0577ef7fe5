import { and, eq, inArray, sql } from 'drizzle-orm';
import { paymentRegistrations, payments } from '../payment/tables.ts';
import type { Tx } from '../platform/database.ts';
import type { StepDetails } from './apply-step.ts';
import { recordRefundDue } from './record-refund-due.ts';

const endPartialPayments = (tx: Tx, ids: readonly number[]) =>
  tx
    .update(paymentRegistrations)
    .set({ ended: true })
    .where(
      and(
        inArray(paymentRegistrations.registrationId, [...ids]),
        eq(paymentRegistrations.ended, false),
        sql`exists (select from ${payments} where ${payments.id} = ${paymentRegistrations.paymentId} and ${payments.kind} = 'partial')`,
      ),
    )
    .returning({ registrationId: paymentRegistrations.registrationId, amount: paymentRegistrations.amount });

/** Ends the partial payments of these registrations. Each becomes a refund due. */
export const refundPartialPayments = async (
  tx: Tx,
  ids: readonly number[],
  { actor, now }: Pick<StepDetails, 'actor' | 'now'>,
): Promise<void> => {
  for (const kept of await endPartialPayments(tx, ids)) {
    // Staff confirmed a partial payment when they recorded it.
    const refundDue = { ...kept, reason: '已收部分繳款', paymentConfirmed: true };
    await recordRefundDue(tx, refundDue, { actor, now });
  }
};
