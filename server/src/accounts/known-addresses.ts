import type { Tx } from '../platform/database.ts';
import { networkOf } from './network.ts';
import { knownAddresses } from './tables.ts';

/** The account logged in from there: strangers who guess its password cannot lock this address out any more. */
export const rememberAddress = async (
  tx: Tx,
  accountId: number,
  address: string,
  now: Date,
): Promise<void> => {
  await tx
    .insert(knownAddresses)
    .values({ accountId, address: networkOf(address), lastUsedAt: now })
    .onConflictDoUpdate({
      target: [knownAddresses.accountId, knownAddresses.address],
      set: { lastUsedAt: now },
    });
};
