import { actorName, type Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ChargeKind } from './states.ts';
import { charges } from './tables.ts';

interface Charge {
  readonly registrationId: number;
  readonly kind: ChargeKind;
  readonly amount: number;
  readonly reason?: string | null;
  readonly paymentId?: number;
  readonly refundId?: number;
}

/** Leaves out those of 0. The registrations must be locked. */
export const recordCharges = async (
  tx: Tx,
  entries: readonly Charge[],
  { actor, now }: Context,
): Promise<void> => {
  const made = entries.filter(({ amount }) => amount !== 0);
  if (made.length === 0) return;
  const entered = { createdBy: actorName(actor), createdAt: now };
  await tx.insert(charges).values(made.map((charge) => ({ ...charge, ...entered })));
};
