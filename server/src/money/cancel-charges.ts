import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findBalances } from './balance.ts';
import { recordCharges } from './record-charges.ts';
import { refundExcess } from './refund-excess.ts';
import { balanceOf, priceOf } from './rules.ts';

export interface CancelledCharges {
  /** The refund due. */
  readonly refund: number;
  /** The amount that was still to be paid. */
  readonly owed: number;
}

/**
 * Cancels what the registrations owe, and makes refunds due of the money that the branch holds for them. Returns an
 * entry for each registration. The registrations must be locked.
 */
export const cancelCharges = async (
  tx: Tx,
  registrationIds: readonly number[],
  { reason }: { readonly reason: string },
  context: Context,
): Promise<ReadonlyMap<number, CancelledCharges>> => {
  if (registrationIds.length === 0) return new Map();
  const before = await findBalances(tx, registrationIds);
  const entries = before.map((balance) => ({
    registrationId: balance.registrationId,
    kind: 'cancelled' as const,
    amount: -priceOf(balance),
    reason,
  }));
  await recordCharges(tx, entries, context);
  const overpaid = registrationIds.map((registrationId) => ({ registrationId, reason }));
  const refunds = await refundExcess(tx, overpaid, context);
  return new Map(
    before.map(({ registrationId, ...balance }) => [
      registrationId,
      { refund: refunds.get(registrationId) ?? 0, owed: balanceOf(balance) },
    ]),
  );
};
