import { eq } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { sessions } from '../tables.ts';

/* The caller may not be the owner: a new address stays with the session until they set a password in it. */

export const findPendingEmail = async (db: Executor, tokenHash: string): Promise<string | null> => {
  const [found] = await db
    .select({ email: sessions.pendingEmail })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  return found?.email ?? null;
};

export const keepPendingEmail = async (
  tx: Tx,
  tokenHash: string,
  pendingEmail: string | null,
): Promise<void> => {
  await tx.update(sessions).set({ pendingEmail }).where(eq(sessions.tokenHash, tokenHash));
};
