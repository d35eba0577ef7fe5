import type { Tx } from '../platform/database.ts';
import { mails } from './tables.ts';
import type { Mail } from './templates.ts';

interface Recipient {
  readonly id: number;
  readonly email: string | null;
}

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
  const rows = recipients.flatMap((to) =>
    to.email === null
      ? []
      : [{ accountId: to.id, recipient: to.email, ...compose(to), dueAt: now, createdAt: now }],
  );
  if (rows.length > 0) await tx.insert(mails).values(rows);
};

/** Writes one mail, as `queueMails` does. */
export const queueMail = (tx: Tx, to: Recipient, mail: Mail, now: Date): Promise<void> =>
  queueMails(tx, [to], () => mail, now);
