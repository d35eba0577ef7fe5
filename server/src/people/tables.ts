import { documentKinds } from '@portal/contract/documents';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';

/** The fields that staff changed. */
export interface IdentityFields {
  readonly chineseName?: string | null;
  readonly number?: string;
  readonly birthday?: string | null;
}

/** Changes of locked identity fields. Rows stay for ever. */
export const identityChanges = pgTable(
  'identity_changes',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id),
    before: jsonb().$type<IdentityFields>().notNull(),
    after: jsonb().$type<IdentityFields>().notNull(),
    reason: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    size: integer().notNull(),
    /** The SHA-256 digest of the file that proves the change, in hexadecimal. */
    sha256: text().notNull(),
    fileKey: text().notNull().unique(),
    changedBy: text().notNull(),
    changedAt: instant().notNull(),
  },
  (t) => [
    index('identity_changes_account').on(t.accountId),
    check('identity_changes_reason', sql`length(${t.reason}) between 1 and 500`),
    check('identity_changes_kind', isOneOf(t.kind, documentKinds)),
    check('identity_changes_size', sql`${t.size} > 0`),
    check('identity_changes_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('identity_changes_changed_by', isActor(t.changedBy)),
  ],
);
