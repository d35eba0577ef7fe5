import { and, eq, notInArray } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { mails } from './tables.ts';
import { FOR_UNCONFIRMED, type Mail, URGENT } from './templates.ts';

interface Recipient {
  /** The trainee; null for staff. */
  readonly id: number | null;
  readonly email: string | null;
  /** false: a former address that was never confirmed. Mails to it are not urgent. */
  readonly confirmed?: boolean;
}

const rowOf = ({ id, confirmed }: Recipient, recipient: string, mail: Mail, now: Date) => ({
  accountId: id,
  recipient,
  ...mail,
  urgent: confirmed !== false && URGENT.has(mail.template),
  dueAt: now,
  createdAt: now,
});

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
  if (rows.length > 0) await tx.insert(mails).values(rows);
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
        notInArray(mails.template, [...FOR_UNCONFIRMED]),
      ),
    );
};
