import { and, eq, not, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import type { Mail } from './letters.ts';
import { mails } from './tables.ts';

interface Recipient {
  /** Null for staff. */
  readonly id: number | null;
  readonly email: string | null;
  /** False: a former address that was never confirmed. Its mails are not urgent. */
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

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const AT_ONCE = 1000;

/** Each is sent at least once after the commit. Skips people without an address. */
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
