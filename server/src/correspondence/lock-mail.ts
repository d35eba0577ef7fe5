import { eq } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { LetterBook } from '../mail/letters.ts';
import { mails } from '../mail/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { isMail } from './queries.ts';
import type { MailFacts } from './rules.ts';

const findAddressee = async (tx: Tx, accountId: number | null) => {
  if (accountId === null) return null;
  const [found] = await tx
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found ?? null;
};

/** Throws `not_found` if staff may not send it again. */
export const lockMail = async (
  tx: Tx,
  { key, letters, actor }: { key: string; letters: LetterBook; actor: Staff },
) => {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(isMail(key, actor, 'mail.resend'))
    .for('no key update');
  if (!mail) throw new Refusal('not_found');
  const [person, letter] = [await findAddressee(tx, mail.accountId), letters.get(mail.template)];
  const facts: MailFacts = { ...mail, hasAddress: Boolean(person?.email), isKnown: letter !== undefined };
  return { mail, person, letter, facts };
};
export type LockedMail = Awaited<ReturnType<typeof lockMail>>;
