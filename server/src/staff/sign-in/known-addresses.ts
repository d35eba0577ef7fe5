import { networkOf } from '../../accounts/sign-in/network.ts';
import type { Executor } from '../../platform/database/database.ts';
import { staffKnownAddresses } from '../tables.ts';

/** Failed attempts at other addresses no longer lock the person out at a remembered address. */
export const rememberStaffAddress = async (
  db: Executor,
  { staffId, address }: { staffId: number; address: string },
  now: Date,
): Promise<void> => {
  await db
    .insert(staffKnownAddresses)
    .values({ staffId, address: networkOf(address), lastUsedAt: now })
    .onConflictDoUpdate({
      target: [staffKnownAddresses.staffId, staffKnownAddresses.address],
      set: { lastUsedAt: now },
    });
};
