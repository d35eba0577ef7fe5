import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findBalance } from './balance.ts';
import { recordCharges } from './record-charges.ts';
import { refundExcess } from './refund-excess.ts';
import { moveEntries } from './rules.ts';

interface Move {
  readonly registrationId: number;
  /** The new fee minus the former one. */
  readonly difference: number;
  readonly reason: string;
}

/**
 * Charges the difference between the fees. Returns the amount of the refund that becomes due, or 0. The registration
 * must be locked and have a fee.
 */
export const chargeMove = async (
  tx: Tx,
  { registrationId, difference, reason }: Move,
  context: Context,
): Promise<number> => {
  const entries = moveEntries(await findBalance(tx, registrationId), difference);
  await recordCharges(
    tx,
    [
      { registrationId, kind: 'move_difference', amount: entries.difference, reason },
      { registrationId, kind: 'waived', amount: entries.waived, reason },
    ],
    context,
  );
  const refunded = await refundExcess(tx, [{ registrationId, reason }], context);
  return refunded.get(registrationId) ?? 0;
};
