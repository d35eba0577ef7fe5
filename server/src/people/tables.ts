import { documentKinds } from '@portal/contract/documents';
import type { TwinSign } from '@portal/contract/office/person-twins';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';

import type { Moves } from './merge/moves.ts';

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
    index('identity_changes_former_number').on(sql`(${t.before} ->> 'number')`),
    check('identity_changes_reason', sql`length(${t.reason}) between 1 and 500`),
    check('identity_changes_kind', isOneOf(t.kind, documentKinds)),
    check('identity_changes_size', sql`${t.size} > 0`),
    check('identity_changes_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('identity_changes_changed_by', isActor(t.changedBy)),
  ],
);

/** The two accounts of one person that staff made one. */
export const personMerges = pgTable(
  'person_merges',
  {
    id: id(),
    survivorId: ref()
      .notNull()
      .references(() => accounts.id),
    removedId: ref()
      .notNull()
      .references(() => accounts.id),
    reason: text().notNull(),
    /** The rows that moved; null once the merge was undone or can no longer be. */
    moves: jsonb().$type<Moves>(),
    mergedBy: text().notNull(),
    mergedAt: instant().notNull(),
    undoneBy: text(),
    undoneAt: instant(),
    undoReason: text(),
  },
  (t) => [
    uniqueIndex('person_merges_once').on(t.removedId).where(sql`${t.undoneAt} is null`),
    index('person_merges_survivor').on(t.survivorId, t.id),
    index('person_merges_undoable').on(t.mergedAt).where(sql`${t.moves} is not null`),
    check('person_merges_two', sql`${t.survivorId} <> ${t.removedId}`),
    check('person_merges_reason', sql`length(${t.reason}) between 1 and 500`),
    check('person_merges_merged_by', isActor(t.mergedBy)),
    check('person_merges_undone_by', isActor(t.undoneBy)),
    check(
      'person_merges_undone',
      sql`(${t.undoneAt} is null) = (${t.undoneBy} is null) and (${t.undoneAt} is null) = (${t.undoReason} is null) and (${t.undoneAt} is null or ${t.moves} is null)`,
    ),
    check('person_merges_undo_reason', sql`length(${t.undoReason}) between 1 and 500`),
  ],
);

/** Accounts whose twins have not been looked for since they changed. Triggers add the rows. */
export const twinChecks = pgTable(
  'twin_checks',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (t) => [index('twin_checks_account').on(t.accountId)],
);

/** Two accounts that may be those of one person. */
export const twins = pgTable(
  'twins',
  {
    id: id(),
    firstId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    secondId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The branch of both people; null if they belong to two branches or to none. */
    organizationId: integer().references(() => organizations.id),
    signs: text().array().$type<TwinSign[]>().notNull(),
    foundAt: instant().notNull(),
    /** When staff said that they are two people. */
    dismissedAt: instant(),
    dismissedBy: text(),
    dismissReason: text(),
  },
  (t) => [
    unique('twins_pair').on(t.firstId, t.secondId),
    index('twins_second').on(t.secondId),
    index('twins_listed').on(t.foundAt, t.id),
    index('twins_organization_listed').on(t.organizationId, t.foundAt, t.id),
    check('twins_order', sql`${t.firstId} < ${t.secondId}`),
    check(
      'twins_signs',
      sql`cardinality(${t.signs}) > 0 and ${t.signs} <@ '{name_birthday,phone,email,number}'::text[]`,
    ),
    check('twins_dismissed_by', isActor(t.dismissedBy)),
    check(
      'twins_dismissed',
      sql`(${t.dismissedAt} is null) = (${t.dismissedBy} is null) and (${t.dismissedAt} is null) = (${t.dismissReason} is null)`,
    ),
    check('twins_dismiss_reason', sql`length(${t.dismissReason}) between 1 and 500`),
  ],
);
