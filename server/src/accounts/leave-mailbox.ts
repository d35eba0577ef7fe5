import { and, eq, ne } from 'drizzle-orm';
import { mails } from '../mail/tables.ts';
import type { Tx } from '../platform/database.ts';
import { askForConfirmationAfterChange } from './ask-for-confirmation.ts';
import type { Person } from './queries.ts';
import { accounts } from './tables.ts';

/** Mails to an address that was never confirmed are for the person, not for the address. */
const redirectMails = async (tx: Tx, before: Person & { email: string }, email: string): Promise<void> => {
  await tx
    .update(mails)
    .set({ recipient: email })
    .where(
      and(
        eq(mails.accountId, before.id),
        eq(mails.state, 'queued'),
        eq(mails.recipient, before.email),
        // May hold a link for the reader of that address alone.
        ne(mails.template, 'contact_changed'),
      ),
    );
};

/** The account has another address from now on, which is to be confirmed. Call it after the address is written. */
export const leaveMailbox = async (tx: Tx, before: Person, email: string, now: Date): Promise<void> => {
  await tx.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, before.id));
  if (before.email !== null && !before.emailConfirmedAt)
    await redirectMails(tx, { ...before, email: before.email }, email);
  await askForConfirmationAfterChange(tx, { id: before.id, email }, now);
};
