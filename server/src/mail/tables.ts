import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant, ref } from '../platform/database/columns.ts';
import { DELIVERY_STATES } from './states.ts';

/** Ignores case. */
export const mailboxOf = (recipient: SQLWrapper): SQL<string> => sql<string>`lower(${recipient})`;

/** Identifies a mail for staff without its id, which in a link confirms the mailbox. */
export const mailKey = (id: SQLWrapper): SQL<string> => sql<string>`encode(sha256(uuid_send(${id})), 'hex')`;

export const mails = pgTable(
  'mails',
  {
    /** It is the Message-ID too. */
    id: uuid().primaryKey().defaultRandom(),
    accountId: ref().references(() => accounts.id),
    recipient: text().notNull(),
    template: text().notNull(),
    data: jsonb().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull().default('queued'),
    urgent: boolean().notNull().default(false),
    /** Does not wait for the mailbox's confirmation. */
    forUnconfirmed: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    /** The decision that can be undone until the mail leaves: `approval:12` (an event) or `payment:7`; null for none. */
    heldFor: text(),
    /** The mail is sent at this time at the earliest. While it is leased, this is the end of the lease. */
    dueAt: instant().notNull(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    lastError: text(),
    classId: ref(),
    organizationId: integer(),
    handledAt: instant(),
    handledBy: text(),
  },
  (t) => [
    index('mails_due').on(t.dueAt).where(sql`${t.state} = 'queued'`),
    index('mails_urgent').on(t.dueAt).where(sql`${t.state} = 'queued' and ${t.urgent}`),
    index('mails_account').on(t.accountId),
    index('mails_created_at').on(t.createdAt),
    index('mails_mailbox').on(mailboxOf(t.recipient), t.sentAt).where(sql`${t.state} = 'sent'`),
    index('mails_key').on(mailKey(t.id)),
    index('mails_organization').on(t.organizationId, t.createdAt),
    index('mails_class').on(t.classId, t.createdAt),
    index('mails_unsent').on(t.organizationId, t.state, t.createdAt).where(sql`${t.state} <> 'sent'`),
    index('mails_returned')
      .on(t.organizationId, t.createdAt)
      .where(sql`${t.state} = 'undeliverable' and ${t.handledAt} is null`),
    index('mails_returned_everywhere')
      .on(t.createdAt)
      .where(sql`${t.state} = 'undeliverable' and ${t.handledAt} is null`),
    index('mails_undeliverable').on(t.createdAt).where(sql`${t.state} = 'undeliverable'`),
    check('mails_attempts', sql`${t.attempts} >= 0`),
    check('mails_state', sql`${t.state} in ('queued', 'sent', 'undeliverable')`),
    check('mails_sent', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
  ],
);
