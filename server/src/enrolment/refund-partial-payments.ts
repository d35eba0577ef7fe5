import { and, eq, inArray, sql } from 'drizzle-orm';
import { paymentRegistrations, payments } from '../payment/tables.ts';
import type { Tx } from '../platform/database.ts';
import { oweRefund } from './owe-refund.ts';
import type { StepDetails } from './transition.ts';

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

/** When a seat is released before its payment was confirmed, partial payments become refunds due. */
export const refundPartialPayments = async (
  tx: Tx,
  ids: readonly number[],
  { actor, now }: Pick<StepDetails, 'actor' | 'now'>,
): Promise<void> => {
  if (ids.length === 0) return;
  for (const kept of await endPartialPayments(tx, ids)) {
    const owed = { ...kept, reason: '已收部分繳款', paymentConfirmed: true };
    await oweRefund(tx, owed, { actor, now });
  }
};
