import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { organizations } from '../src/catalogue/tables.ts';
import { mails } from '../src/mail/tables.ts';
import type { Services } from '../src/platform/services.ts';

/** Marks the mails of the demo's past as sent, and one of 臺北市分會 as undeliverable. */
export const settleMails = async ({ db }: Services): Promise<void> => {
  const sent = { state: 'sent', sentAt: sql`${mails.createdAt}`, attempts: 1 } as const;
  await db
    .update(mails)
    .set({ ...sent, data: sql`${mails.data} - 'secret'` })
    .where(eq(mails.state, 'queued'));
  const [last] = await db
    .select({ id: mails.id })
    .from(mails)
    .innerJoin(organizations, eq(organizations.id, mails.organizationId))
    .where(and(eq(organizations.code, 'TPE'), isNotNull(mails.accountId), eq(mails.template, 'approved')))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  await db
    .update(mails)
    .set({
      ...{ state: 'undeliverable', sentAt: null, recipient: 'mailbox-closed@portal.example' },
      lastError: '550 5.1.1 The email account that you tried to reach does not exist',
    })
    .where(eq(mails.id, last?.id ?? sql`null`));
};
