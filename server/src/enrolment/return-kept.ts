import { and, eq, inArray, sql } from 'drizzle-orm';
import { paymentRegistrations, payments } from '../payment/tables.ts';
import type { Tx } from '../platform/database.ts';
import { oweRefund } from './owe-refund.ts';
import type { StepDetails } from './transition.ts';

const endKept = (tx: Tx, ids: readonly number[]) =>
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

/** Makes partial payments of a fee refunds due when the seat is released before it was confirmed. */
export const returnKept = async (
  tx: Tx,
  ids: readonly number[],
  { actor, now }: Pick<StepDetails, 'actor' | 'now'>,
): Promise<void> => {
  if (ids.length === 0) return;
  for (const kept of await endKept(tx, ids)) {
    const owed = { ...kept, reason: '已收部分繳款', paymentConfirmed: true };
    await oweRefund(tx, owed, { actor, now });
  }
};
