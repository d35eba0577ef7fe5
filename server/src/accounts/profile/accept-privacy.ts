import type { Tx } from '../../platform/database/database.ts';
import { privacyAcceptances } from '../tables.ts';

interface Acceptance {
  readonly accountId: number;
  readonly version: string | null;
}

/** Keeps the time of the first acceptance. */
export const acceptPrivacy = async (tx: Tx, { accountId, version }: Acceptance, now: Date): Promise<void> => {
  if (version === null) return;
  await tx.insert(privacyAcceptances).values({ accountId, version, acceptedAt: now }).onConflictDoNothing();
};
