import { and, eq, notInArray } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { mails } from './tables.ts';
import { FOR_UNCONFIRMED, type Mail, URGENT } from './templates.ts';

interface Recipient {
  readonly id: number;
  readonly email: string | null;
  /** false: a former address that nobody has shown to read. Nothing is urgent there. */
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
 * Writes mails in the transaction that causes them, all at once; a worker sends them after the commit, each at least
 * once. Somebody without an address (imported people) gets none.
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

/** Writes one mail, as `queueMails` does. */
export const queueMail = (tx: Tx, to: Recipient, mail: Mail, now: Date): Promise<void> =>
  queueMails(tx, [to], () => mail, now);

/** Lets the mails go that waited until the person's mailbox was confirmed. */
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
