import { eq } from 'drizzle-orm';
import { redirectMails } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Person } from '../queries.ts';
import { accounts } from '../tables.ts';
import { askForConfirmationAfterChange } from './ask-for-confirmation.ts';
import { contactAdoptedLetter, contactChangedLetter, emailConfirmationLetter } from './letters.ts';

/** These speak of the former address, or hold a link meant only for it. The new address gets its own. */
const ABOUT_MAILBOX = [contactAdoptedLetter, contactChangedLetter, emailConfirmationLetter];

/** Call it after storing the address. */
export const leaveMailbox = async (tx: Tx, before: Person, email: string, now: Date): Promise<void> => {
  await tx.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, before.id));
  // Mails to an unconfirmed address are meant for the person, so they follow to the new one.
  if (before.email !== null && !before.emailConfirmedAt)
    await redirectMails(tx, { accountId: before.id, from: before.email, to: email, except: ABOUT_MAILBOX });
  await askForConfirmationAfterChange(tx, { id: before.id, email }, now);
};
