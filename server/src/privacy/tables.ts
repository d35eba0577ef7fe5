import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { id, instant, isOneOf, ref } from '../platform/database/columns.ts';
import { ERASURE_STATES } from './states.ts';

export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    state: text({ enum: ERASURE_STATES }).notNull().default('requested'),
    requestedAt: instant().notNull(),
    closedAt: instant(),
    reason: text(),
  },
  (t) => [
    uniqueIndex('erasure_requests_open').on(t.accountId).where(sql`${t.state} = 'requested'`),
    index('erasure_requests_account').on(t.accountId, t.requestedAt),
    check('erasure_requests_state', isOneOf(t.state, ERASURE_STATES)),
    check('erasure_requests_closed', sql`(${t.state} = 'requested') = (${t.closedAt} is null)`),
    check('erasure_requests_reason', sql`${t.state} <> 'declined' or coalesce(${t.reason}, '') <> ''`),
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
