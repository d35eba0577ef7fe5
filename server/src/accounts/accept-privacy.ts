import type { Tx } from '../platform/database.ts';
import { privacyAcceptances } from './tables.ts';

interface Acceptance {
  readonly accountId: number;
  /** null where the form named none. */
  readonly version: string | null;
}

/** Keeps which version of the privacy notice the person accepted; of several times the first. */
export const acceptPrivacy = async (tx: Tx, { accountId, version }: Acceptance, now: Date): Promise<void> => {
  if (version === null) return;
  await tx.insert(privacyAcceptances).values({ accountId, version, acceptedAt: now }).onConflictDoNothing();
};
