import type { Tx } from '../../platform/database/database.ts';
import { knownAddresses } from '../tables.ts';
import { networkOf } from './network.ts';

/** Failed attempts at other addresses no longer lock the account out at a remembered address. */
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
