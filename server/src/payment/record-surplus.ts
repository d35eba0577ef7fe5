import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { recordRefundDue } from '../enrolment/record-refund-due.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';

interface Surplus {
  readonly id: number;
  readonly amount: number;
  readonly payment: number;
  readonly reason: string;
}

/** A refund due to a person who had paid before, unless the amount is 0. */
export const recordSurplus = async (
  tx: Tx,
  { id: registrationId, amount, payment, reason }: Surplus,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  if (amount === 0) return;
  const event = { actor, action: 'payment.take_surplus', subject: 'registration' } as const;
  await recordEvent(tx, { ...event, subjectId: registrationId, after: { payment, amount, reason } }, now);
  const refundDue = { registrationId, amount, reason, paymentConfirmed: true, paymentId: payment };
  await recordRefundDue(tx, refundDue, { actor, now });
};
