import { actorName, type Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ChargeKind } from './states.ts';
import { charges } from './tables.ts';

interface Charge {
  readonly registrationId: number;
  readonly kind: ChargeKind;
  readonly amount: number;
  readonly reason?: string | null;
  readonly paymentId?: number | null;
  readonly refundId?: number | null;
}

/** Inserts the charges that are not 0. The registrations must be locked. */
export const recordCharges = async (
  tx: Tx,
  given: readonly Charge[],
  { actor, now }: Context,
): Promise<void> => {
  const added = given.filter(({ amount }) => amount !== 0);
  if (added.length === 0) return;
  const created = { createdBy: actorName(actor), createdAt: now };
  await tx.insert(charges).values(added.map((charge) => ({ ...charge, ...created })));
};
