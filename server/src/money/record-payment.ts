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

interface LineOfPayment {
  readonly paymentId: number;
  readonly lineId: number;
}

/** Links payments with their lines. Throws `line_used` if another live payment has one of them. */
const linkLines = async (tx: Tx, wanted: readonly LineOfPayment[]): Promise<void> => {
  if (wanted.length === 0) return;
  const used = await tx
    .insert(paymentLines)
    .values([...wanted])
    .onConflictDoNothing({ target: paymentLines.lineId, where: sql`not ended` })
    .returning({ lineId: paymentLines.lineId });
  if (used.length < wanted.length) throw new Refusal('line_used');
};

export interface RecordedPayment {
  readonly id: number;
  /** The refunds due, by registration; also those of payments recorded together with it. */
  readonly refunded: ReadonlyMap<number, number>;
}

type Part = Allocation & { readonly paymentId: number; readonly note: string | null };

const insertPayments = async (
  tx: Tx,
  entries: readonly NewPayment[],
  { actor, now }: Context,
): Promise<number[]> => {
  const inserted = await tx
    .insert(payments)
    .values(
      entries.map(({ lineIds: _, allocations: __, ...values }) => ({
        ...{ ...values, createdBy: actorName(actor), createdAt: now },
      })),
    )
    .returning({ id: payments.id });
  if (inserted.length < entries.length) throw new Error('a payment was not inserted');
  // The ids rise in the order of the entries.
  return inserted.map(({ id }) => id).toSorted((one, other) => one - other);
};

/** Returns the refunds due, by registration. */
const insertAllocations = async (
  tx: Tx,
  parts: readonly Part[],
  context: Context,
): Promise<ReadonlyMap<number, number>> => {
  await tx.insert(allocations).values(
    parts.map(({ paymentId, registrationId, amount, reportId }) => ({
      ...{ paymentId, registrationId, amount, reportId },
    })),
  );
  const waivers = parts.map(({ paymentId, registrationId, note, waived = 0 }) => ({
    ...{ registrationId, kind: 'waived' as const, amount: -waived },
    ...{ reason: note, paymentId },
  }));
  await recordCharges(tx, waivers, context);
  const overpaid = parts.map(({ paymentId, registrationId, refundReason }) => ({
    ...{ registrationId, reason: refundReason, paymentId },
  }));
  return refundExcess(tx, overpaid, context);
};

/**
 * Inserts payments with their lines, allocations, waivers and refunds due, and returns them in the same order. Throws
 * `line_used` if another live payment has one of the lines. The registrations and lines must be locked, and no
 * registration may be in two of the payments.
 */
export const recordPayments = async (
  tx: Tx,
  entries: readonly NewPayment[],
  context: Context,
): Promise<RecordedPayment[]> => {
  if (entries.length === 0) return [];
  const ids = await insertPayments(tx, entries, context);
  const inserted = ids.flatMap((id, at) => {
    const entry = entries[at];
    return entry ? [{ id, ...entry }] : [];
  });
  await linkLines(
    tx,
    inserted.flatMap(({ id, lineIds }) => [...new Set(lineIds)].map((lineId) => ({ paymentId: id, lineId }))),
  );
  const parts = inserted.flatMap(({ id, note = null, allocations: own }) =>
    own.map((part) => ({ ...part, note, paymentId: id })),
  );
  const refunded = await insertAllocations(tx, parts, context);
  return ids.map((id) => ({ id, refunded }));
};

/** Inserts a single payment, as `recordPayments`. */
export const recordPayment = async (
  tx: Tx,
  entry: NewPayment,
  context: Context,
): Promise<RecordedPayment> => {
  const [recorded] = await recordPayments(tx, [entry], context);
  if (!recorded) throw new Error('the payment was not recorded');
  return recorded;
};
