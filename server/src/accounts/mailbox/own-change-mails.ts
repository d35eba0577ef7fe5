import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { mailboxOf, mails } from '../../mail/tables.ts';
import type { Tx } from '../../platform/database/database.ts';

const DAY = 24 * 3_600_000;
const MAILS_A_DAY = 3;

/** Letters about the changes that people make to their own accounts. */
const OWN_CHANGES = ['contact_adopted', 'contact_changed', 'email_confirmation', 'password_changed'];

/**
 * A mailbox that is not confirmed may belong to a stranger: it gets at most three mails a day about the changes of one
 * account. Lock the account first.
 */
export const mayMailUnconfirmed = async (
  tx: Tx,
  { id, email }: { readonly id: number; readonly email: string | null },
  now: Date,
): Promise<boolean> => {
  const recentMails = and(
    eq(mails.accountId, id),
    eq(mailboxOf(mails.recipient), sql`lower(${email})`),
    inArray(mails.template, OWN_CHANGES),
    gt(mails.createdAt, new Date(now.getTime() - DAY)),
  );
  return (await tx.$count(mails, recentMails)) < MAILS_A_DAY;
};
