import { actorName, type Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refunds } from '../payment/tables.ts';
import type { Tx } from '../platform/database.ts';

interface RefundDue {
  readonly registrationId: number;
  /** Whole New Taiwan dollars. */
  readonly amount: number;
  readonly reason: string;
  /** False if the payment was only reported. */
  readonly paymentConfirmed: boolean;
  /** The payment that was too high, if the refund is its surplus. */
  readonly paymentId?: number;
}

/** Records a refund due, unless the amount is 0. */
export const recordRefundDue = async (
  tx: Tx,
  refundDue: RefundDue,
  { actor, now }: Circumstances,
): Promise<void> => {
  if (refundDue.amount <= 0) return;
  const [refund] = await tx
    .insert(refunds)
    .values({ ...refundDue, createdBy: actorName(actor), createdAt: now })
    .returning({ id: refunds.id });
  const event = {
    actor,
    action: 'refund.create',
    subject: 'registration',
    subjectId: refundDue.registrationId,
  } as const;
  await recordEvent(tx, { ...event, after: { refundId: refund?.id, amount: refundDue.amount } }, now);
};
