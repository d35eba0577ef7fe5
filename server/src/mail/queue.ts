import type { Tx } from '../platform/database.ts';
import { mails } from './tables.ts';
import type { MailTemplate } from './templates.ts';

/** A mail to be: `template` names the text, `data` what is put into it. */
export type Mail = { [T in keyof MailTemplate]: { template: T; data: MailTemplate[T] } }[keyof MailTemplate];

/** Writes the mail in the transaction that causes it; a worker sends it after the commit, at least once. */
export const queueMail = async (
  tx: Tx,
  to: { accountId: number; email: string | null },
  mail: Mail,
  now: Date,
): Promise<void> => {
  if (to.email === null) return;
  await tx
    .insert(mails)
    .values({ accountId: to.accountId, recipient: to.email, ...mail, dueAt: now, createdAt: now });
};
