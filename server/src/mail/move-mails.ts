import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { PersonMove } from '../platform/database/person-move.ts';
import { mails } from './tables.ts';

/** Queued mails stay, because the mailbox of their account decides whether they may be sent. */
export const moveMails = async (tx: Tx, { from, to }: PersonMove): Promise<string[]> => {
  const moved = await tx
    .update(mails)
    .set({ accountId: to })
    .where(and(eq(mails.accountId, from), ne(mails.state, 'queued')))
    .returning({ id: mails.id });
  return moved.map(({ id }) => id);
};

export const returnMails = async (
  tx: Tx,
  { from, to }: PersonMove,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .update(mails)
    .set({ accountId: to })
    .where(and(eq(mails.accountId, from), inArray(mails.id, [...ids])));
};
