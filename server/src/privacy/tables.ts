import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import { PRIVACY_KINDS, PRIVACY_STATES } from './states.ts';

/** Named after the first of its kinds. */
export const privacyRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text({ enum: PRIVACY_KINDS }).notNull().default('erasure'),
    state: text({ enum: PRIVACY_STATES }).notNull().default('requested'),
    requestedAt: instant().notNull(),
    /** The staff member who wrote it down; null if the person sent it. */
    recordedBy: text(),
    note: text(),
    extendedAt: instant(),
    extensionReason: text(),
    closedAt: instant(),
    /** The answer to the person: why the request was declined, or the result. */
    reason: text(),
  },
  (t) => [
    uniqueIndex('erasure_requests_open_kind').on(t.accountId, t.kind).where(sql`${t.state} = 'requested'`),
    index('erasure_requests_account').on(t.accountId, t.requestedAt),
    check('erasure_requests_kind', isOneOf(t.kind, PRIVACY_KINDS)),
    check('erasure_requests_state', isOneOf(t.state, PRIVACY_STATES)),
    check('erasure_requests_erased', sql`${t.state} <> 'erased' or ${t.kind} = 'erasure'`),
    check('erasure_requests_answered', sql`${t.state} <> 'answered' or ${t.kind} <> 'erasure'`),
    check('erasure_requests_closed', sql`(${t.state} = 'requested') = (${t.closedAt} is null)`),
    check('erasure_requests_reason', sql`${t.state} <> 'declined' or coalesce(${t.reason}, '') <> ''`),
    check('erasure_requests_extended', sql`(${t.extendedAt} is null) = (${t.extensionReason} is null)`),
    check('erasure_requests_recorded_by', isActor(t.recordedBy)),
    check(
      'erasure_requests_texts',
      sql`length(${t.note}) <= 1000 and length(${t.reason}) <= 1000 and length(${t.extensionReason}) <= 1000`,
    ),
  ],
);

export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
  },
  (t) => [index('data_exports_account').on(t.accountId, t.at), index('data_exports_at').on(t.at)],
);
