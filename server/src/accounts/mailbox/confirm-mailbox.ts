import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { releaseMails } from '../../mail/queue.ts';
import { mails } from '../../mail/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { proveTrainee } from '../actors.ts';
import { recordOwnEvent } from '../record-own-event.ts';
import { accounts } from '../tables.ts';

/** Returns false if the mailbox was confirmed already. */
export const markMailboxConfirmed = async (tx: Tx, accountId: number, now: Date): Promise<boolean> => {
  const marked = await tx
    .update(accounts)
    .set({ emailConfirmedAt: now })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.email), isNull(accounts.emailConfirmedAt)))
    .returning({ id: accounts.id });
  if (marked.length > 0) await releaseMails(tx, accountId, now);
  return marked.length > 0;
};

/** Locks the account, so that its address cannot change before it is marked. */
const findOwner = async (tx: Tx, mailId: string): Promise<number | null> => {
  const [owner] = await tx
    .select({ id: accounts.id })
    .from(mails)
    .innerJoin(accounts, eq(accounts.id, mails.accountId))
    .where(and(eq(mails.id, mailId), eq(mails.recipient, accounts.email)))
    .for('no key update', { of: accounts });
  return owner?.id ?? null;
};

/** Refuses mails to an address that the account no longer has. */
export const confirmMailbox = async (
  tx: Tx,
  { mailId }: { mailId: string },
  { now }: { now: Date },
): Promise<number> => {
  const accountId = await findOwner(tx, mailId);
  if (accountId === null) throw new Refusal('mail_link_ended');
  if (await markMailboxConfirmed(tx, accountId, now)) {
    await recordOwnEvent(tx, { action: 'mailbox.confirm' }, { actor: proveTrainee({ accountId }), now });
  }
  return accountId;
};
