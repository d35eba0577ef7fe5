import { mails } from '../../src/mail/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

/** A welcome mail that was sent to the account: its id. */
export const buildMail = async (
  db: Database,
  account: { id: number; email: string | null },
): Promise<string> => {
  const sent = await db
    .insert(mails)
    .values({
      accountId: account.id,
      recipient: account.email ?? '',
      template: 'registered',
      data: { name: '' },
      state: 'sent',
      attempts: 1,
      dueAt: NOW,
      createdAt: NOW,
      sentAt: NOW,
    })
    .returning();
  return one(sent).id;
};
