import { and, eq, not, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import type { Mail } from './letters.ts';
import { mails } from './tables.ts';

interface Recipient {
  /** The trainee; null for staff. */
  readonly id: number | null;
  readonly email: string | null;
  /** false: a former address that was never confirmed. Mails to it are not urgent. */
  readonly confirmed?: boolean;
}

const rowOf = ({ id, confirmed }: Recipient, recipient: string, { letter, data }: Mail, now: Date) => ({
  accountId: id,
  recipient,
  template: letter.template,
  data,
  urgent: confirmed !== false && letter.urgent,
  forUnconfirmed: letter.forUnconfirmed,
  dueAt: now,
  createdAt: now,
});

/** Rows of one statement, which takes 65,535 values at most. */
const AT_ONCE = 1000;

/**
 * Queues mails in the transaction that causes them. A worker sends them after the commit, each at least once. Skips
 * people without an address (imported people).
 */
export const queueMails = async <R extends Recipient>(
  tx: Tx,
  recipients: readonly R[],
  compose: (to: R) => Mail,
  now: Date,
): Promise<void> => {
  const rows = recipients.flatMap((to) => (to.email === null ? [] : [rowOf(to, to.email, compose(to), now)]));
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx.insert(mails).values(rows.slice(from, from + AT_ONCE));
  }
};

export const queueMail = (tx: Tx, to: Recipient, mail: Mail, now: Date): Promise<void> =>
  queueMails(tx, [to], () => mail, now);

/** Releases the mails that waited for the mailbox's confirmation. */
export const releaseMails = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await tx
    .update(mails)
    .set({ dueAt: now, createdAt: now })
    .where(
      and(
        eq(mails.accountId, accountId),
        eq(mails.state, 'queued'),
        not(mails.urgent),
        sql`${mails.forUnconfirmed} is not true`,
      ),
    );
};
