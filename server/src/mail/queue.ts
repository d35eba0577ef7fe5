import type { Tx } from '../platform/database.ts';
import { mails } from './tables.ts';
import type { Mail } from './templates.ts';

/**
 * Writes a mail in the transaction that causes it; a worker sends it after the commit, at least once.
 * Somebody without an address (imported people) gets none.
 */
export const queueMail = async (
  tx: Tx,
  to: { id: number; email: string | null },
  mail: Mail,
  now: Date,
): Promise<void> => {
  if (to.email === null) return;
  await tx
    .insert(mails)
    .values({ accountId: to.id, recipient: to.email, ...mail, dueAt: now, createdAt: now });
};
