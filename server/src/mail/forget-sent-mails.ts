import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { LetterKind } from './letters.ts';
import { mails } from './tables.ts';

/** Forgets mails of this kind as soon as they are sent or returned. */
export const forgetSentMails = async (db: Database, { template }: LetterKind): Promise<void> => {
  await db.delete(mails).where(and(eq(mails.template, template), ne(mails.state, 'queued')));
};
