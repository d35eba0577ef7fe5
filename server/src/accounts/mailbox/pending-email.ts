import { eq } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database.ts';
import { sessions } from '../tables.ts';

/*
 * A caller who logs in with a birth date may not be the account's owner. A new e-mail address stays with their session
 * until they set a password in it. Until then codes and links go to the stored mailbox, and a stranger's address is
 * never adopted when the owner sets a password in another session.
 */

export const findPendingEmail = async (db: Executor, tokenHash: string): Promise<string | null> => {
  const [found] = await db
    .select({ email: sessions.pendingEmail })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  return found?.email ?? null;
};

/** null keeps the stored one. */
export const keepPendingEmail = async (
  tx: Tx,
  tokenHash: string,
  pendingEmail: string | null,
): Promise<void> => {
  await tx.update(sessions).set({ pendingEmail }).where(eq(sessions.tokenHash, tokenHash));
};
