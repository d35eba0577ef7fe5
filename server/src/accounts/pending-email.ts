import { eq } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database.ts';
import { sessions } from './tables.ts';

/*
 * Whoever logs in with a birth date may not be the account's owner. The e-mail address that they give stays with their
 * session until they set a password in it: so codes and links go to the stored mailbox, and an address that a stranger
 * gave never becomes that of an owner who sets the password elsewhere.
 */

export const findPendingEmail = async (db: Executor, tokenHash: string): Promise<string | null> => {
  const [found] = await db
    .select({ email: sessions.pendingEmail })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  return found?.email ?? null;
};

/** null: the stored one stays. */
export const keepPendingEmail = async (
  tx: Tx,
  tokenHash: string,
  pendingEmail: string | null,
): Promise<void> => {
  await tx.update(sessions).set({ pendingEmail }).where(eq(sessions.tokenHash, tokenHash));
};
