import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { mails } from './tables.ts';

interface HeldMails {
  readonly heldFor: string;
  /** The people to whom the mails go. */
  readonly accountIds: readonly number[];
}

/**
 * Deletes mails that wait because of a decision. Returns false if one of them may have left: the worker has leased it.
 * The locks make the worker skip the mails until the transaction ends.
 */
export const withdrawMails = async (tx: Tx, { heldFor, accountIds }: HeldMails): Promise<boolean> => {
  const found = await tx
    .select({ id: mails.id, state: mails.state, attempts: mails.attempts })
    .from(mails)
    .where(and(inArray(mails.accountId, [...accountIds]), eq(mails.heldFor, heldFor)))
    .for('update');
  if (found.some(({ state, attempts }) => state !== 'queued' || attempts > 0)) return false;
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(mails).where(inArray(mails.id, ids));
  return true;
};
