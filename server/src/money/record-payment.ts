import { sql } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { recordCharges } from './record-charges.ts';
import { refundExcess } from './refund-excess.ts';
import type { PaymentKind, PaymentMethod } from './states.ts';
import { allocations, paymentLines, payments } from './tables.ts';

interface Allocation {
  readonly registrationId: number;
  readonly amount: number;
  /** The missing amount that staff accept. */
  readonly waived?: number;
  readonly reportId: number | null;
  /** Why money goes back, if it is more than the registration owes. */
  readonly refundReason: string;
}

interface NewPayment {
  readonly kind: PaymentKind;
  readonly method: PaymentMethod;
  readonly organizationId: number;
  readonly bankAccountId: number | null;
  /** The sum of the allocations. */
  readonly amount: number;
  readonly receivedOn: string;
  readonly note?: string | null;
  readonly lineIds: readonly number[];
  readonly allocations: readonly Allocation[];
}

/** Links the payment with its lines. Throws `line_used` if another live payment has one of them. */
const linkLines = async (tx: Tx, paymentId: number, lineIds: readonly number[]): Promise<void> => {
  const wanted = [...new Set(lineIds)];
  if (wanted.length === 0) return;
  const used = await tx
    .insert(paymentLines)
    .values(wanted.map((lineId) => ({ paymentId, lineId })))
    .onConflictDoNothing({ target: paymentLines.lineId, where: sql`not ended` })
    .returning({ lineId: paymentLines.lineId });
  if (used.length < wanted.length) throw new Refusal('line_used');
};

export interface RecordedPayment {
  readonly id: number;
  /** The refunds due, by registration. */
  readonly refunded: ReadonlyMap<number, number>;
}

/**
 * Inserts a payment with its lines, allocations, waivers and refunds due. Throws `line_used` if another live payment
 * has one of the lines. The registrations and lines must be locked.
 */
export const recordPayment = async (
  tx: Tx,
  { lineIds, allocations: parts, ...values }: NewPayment,
  context: Context,
): Promise<RecordedPayment> => {
  const { actor, now } = context;
  const [inserted] = await tx
    .insert(payments)
    .values({ ...values, createdBy: actorName(actor), createdAt: now })
    .returning({ id: payments.id });
  if (!inserted) throw new Error('the payment was not inserted');
  const paymentId = inserted.id;
  await linkLines(tx, paymentId, lineIds);
  await tx
    .insert(allocations)
    .values(
      parts.map(({ registrationId, amount, reportId }) => ({ paymentId, registrationId, amount, reportId })),
    );
  const waivers = parts.map(({ registrationId, waived = 0 }) => ({
    ...{ registrationId, kind: 'waived' as const, amount: -waived },
    ...{ reason: values.note ?? null, paymentId },
  }));
  await recordCharges(tx, waivers, context);
  const overpaid = parts.map(({ registrationId, refundReason }) => ({
    ...{ registrationId, reason: refundReason, paymentId },
  }));
  return { id: paymentId, refunded: await refundExcess(tx, overpaid, context) };
};
