import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { paymentRegistrations, payments } from '../payment/tables.ts';
import type { Tx } from '../platform/database.ts';
import { findWaived } from './amounts.ts';
import type { StepDetails } from './apply-step.ts';
import { recordRefundDue } from './record-refund-due.ts';
import { registrations } from './tables.ts';

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

/** Ends the credit that a move took along. Returns it, less what was waived. */
const endCredit = async (tx: Tx, ids: readonly number[]) => {
  const credited = await tx
    .select({ registrationId: registrations.id, credited: registrations.credited })
    .from(registrations)
    .where(and(inArray(registrations.id, [...ids]), ne(registrations.credited, 0)))
    .orderBy(asc(registrations.id));
  const ended: { registrationId: number; amount: number }[] = [];
  for (const { registrationId, credited: credit } of credited)
    ended.push({ registrationId, amount: credit - (await findWaived(tx, registrationId)) });
  await tx
    .update(registrations)
    .set({ credited: 0 })
    .where(
      inArray(
        registrations.id,
        ended.map(({ registrationId }) => registrationId),
      ),
    );
  return ended;
};

/** Ends what was received from these registrations without completing them. All of it becomes refunds due. */
export const refundReceivedBefore = async (
  tx: Tx,
  ids: readonly number[],
  { actor, now }: Pick<StepDetails, 'actor' | 'now'>,
): Promise<void> => {
  const ended = [...(await endPartialPayments(tx, ids)), ...(await endCredit(tx, ids))];
  for (const [registrationId, parts] of Map.groupBy(ended, (part) => part.registrationId)) {
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    // Staff confirmed the money when they recorded it.
    const refundDue = { registrationId, amount, reason: '已收部分繳款', paymentConfirmed: true };
    await recordRefundDue(tx, refundDue, { actor, now });
  }
};
