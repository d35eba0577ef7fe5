import { readableTime } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { queueMails } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Trainee } from '../actors.ts';
import { leaveMailbox } from '../mailbox/leave-mailbox.ts';
import { mayMailUnconfirmed } from '../mailbox/own-change-mails.ts';
import { findPendingEmail, keepPendingEmail } from '../mailbox/pending-email.ts';
import { queueFormerAddressMail } from '../mailbox/queue-former-address-mail.ts';
import type { Person } from '../queries.ts';
import { recordOwnEvent } from '../record-own-event.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { accounts } from '../tables.ts';
import { firstPasswordSetLetter, passwordChangedLetter } from './letters.ts';
import { endResetLinks } from './reset-links.ts';

interface Replacement {
  readonly owner: Person;
  readonly passwordHash: string;
  readonly keepTokenHash?: string;
}

const emailToAdopt = async (tx: Tx, owner: Person, tokenHash: string | undefined): Promise<string | null> =>
  owner.passwordIsBirthday && tokenHash ? findPendingEmail(tx, tokenHash) : null;

const queueOwnerMails = async (tx: Tx, owner: Person, adopted: string | null, now: Date): Promise<void> => {
  const data = { name: owner.chineseName ?? '', time: readableTime(now) };
  const letter = owner.passwordIsBirthday ? firstPasswordSetLetter : passwordChangedLetter;
  const mailboxes = new Set([owner.email, adopted]);
  const recipients = [...mailboxes].map((email) => ({ id: owner.id, email }));
  if (owner.emailConfirmedAt || (await mayMailUnconfirmed(tx, owner, now)))
    await queueMails(tx, recipients, () => letter(data), now);
  const { passportNo } = owner;
  await queueFormerAddressMail(tx, owner, { email: adopted ?? owner.email, passportNo }, now);
};

/** Lock the account first, so that no login with the former password starts a session meanwhile. */
export const replacePassword = async (
  tx: Tx,
  { owner, passwordHash, keepTokenHash }: Replacement,
  { actor, now }: Context<Trainee>,
): Promise<void> => {
  const adopted = await emailToAdopt(tx, owner, keepTokenHash);
  await tx
    .update(accounts)
    .set({
      passwordHash,
      passwordIsBirthday: false,
      updatedAt: now,
      ...(adopted !== null && { email: adopted }),
    })
    .where(eq(accounts.id, owner.id));
  if (adopted !== null) await leaveMailbox(tx, owner, adopted, now);
  if (keepTokenHash) await keepPendingEmail(tx, keepTokenHash, null);
  await endSessions(tx, owner.id, keepTokenHash);
  await endResetLinks(tx, owner.id, now);
  const action = keepTokenHash ? 'password.change' : 'password.reset';
  await recordOwnEvent(tx, { action }, { actor, now });
  await queueOwnerMails(tx, owner, adopted, now);
};
