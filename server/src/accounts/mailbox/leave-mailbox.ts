import { and, eq, notInArray } from 'drizzle-orm';
import { mails } from '../../mail/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Person } from '../queries.ts';
import { accounts } from '../tables.ts';
import { askForConfirmationAfterChange } from './ask-for-confirmation.ts';
import { contactAdoptedLetter, contactChangedLetter, emailConfirmationLetter } from './letters.ts';

/** These speak of the former address, or hold a link meant only for it. The new address gets its own. */
const ABOUT_MAILBOX = [contactAdoptedLetter, contactChangedLetter, emailConfirmationLetter];

/** Waiting mails to an unconfirmed address are meant for the person, so they follow to the new one. */
const redirectMails = async (tx: Tx, before: Person & { email: string }, email: string): Promise<void> => {
  await tx
    .update(mails)
    .set({ recipient: email })
    .where(
      and(
        eq(mails.accountId, before.id),
        eq(mails.state, 'queued'),
        eq(mails.recipient, before.email),
        notInArray(
          mails.template,
          ABOUT_MAILBOX.map(({ template }) => template),
        ),
      ),
    );
};

/** Call it after storing the address. */
export const leaveMailbox = async (tx: Tx, before: Person, email: string, now: Date): Promise<void> => {
  await tx.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, before.id));
  if (before.email !== null && !before.emailConfirmedAt)
    await redirectMails(tx, { ...before, email: before.email }, email);
  await askForConfirmationAfterChange(tx, { id: before.id, email }, now);
};
