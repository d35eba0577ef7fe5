import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant, isOneOf, ref } from '../platform/columns.ts';
import { TEMPLATES } from './templates.ts';

/** Capitals make no other mailbox. */
export const mailboxOf = (recipient: SQLWrapper): SQL<string> => sql<string>`lower(${recipient})`;

/** The queue of mails: written in the transaction that causes them, sent by a worker that leases rows. */
export const mails = pgTable(
  'mails',
  {
    /** Also the Message-ID. */
    id: uuid().primaryKey().defaultRandom(),
    accountId: ref().references(() => accounts.id),
    recipient: text().notNull(),
    template: text().notNull(),
    data: jsonb().notNull(),
    state: text({ enum: ['queued', 'sent', 'undeliverable'] })
      .notNull()
      .default('queued'),
    /** Goes before all others: its reader waits for it, or must act on it soon. */
    urgent: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    /** Not before; while a worker has it, the end of the lease. */
    dueAt: instant().notNull(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    lastError: text(),
  },
  (t) => [
    index('mails_due').on(t.dueAt).where(sql`${t.state} = 'queued'`),
    index('mails_urgent').on(t.dueAt).where(sql`${t.state} = 'queued' and ${t.urgent}`),
    index('mails_account').on(t.accountId),
    index('mails_created_at').on(t.createdAt),
    index('mails_mailbox').on(mailboxOf(t.recipient), t.sentAt).where(sql`${t.state} = 'sent'`),
    check('mails_template', isOneOf(t.template, TEMPLATES)),
    check('mails_attempts', sql`${t.attempts} >= 0`),
    check('mails_state', sql`${t.state} in ('queued', 'sent', 'undeliverable')`),
    check('mails_sent', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
  ],
);
