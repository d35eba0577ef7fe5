import type { StatementShape } from '@portal/contract/office/statements';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { bankAccounts } from '../catalogue/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import { SET_ASIDE_KINDS } from './states.ts';

export const statements = pgTable(
  'statements',
  {
    id: id(),
    bankAccountId: ref()
      .notNull()
      .references(() => bankAccounts.id),
    fileName: text().notNull(),
    sha256: text().notNull(),
    importedBy: text().notNull(),
    importedAt: instant().notNull(),
    added: integer().notNull(),
    known: integer().notNull(),
    /** The balances agree with the lines. */
    proven: boolean().notNull().default(false),
    /** When the payers were removed from its lines. */
    forgottenAt: instant(),
  },
  (t) => [
    unique('statements_file').on(t.bankAccountId, t.sha256),
    check('statements_file_name', sql`length(${t.fileName}) between 1 and 200`),
    check('statements_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('statements_imported_by', isActor(t.importedBy)),
    check('statements_counts', sql`${t.added} >= 0 and ${t.known} >= 0`),
  ],
);

/** The shapes of an account's files, by the names of their columns. */
export const statementShapes = pgTable(
  'statement_shapes',
  {
    bankAccountId: ref()
      .notNull()
      .references(() => bankAccounts.id),
    /** A JSON array of names. */
    head: text().notNull(),
    shape: jsonb().$type<StatementShape>().notNull(),
    usedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bankAccountId, t.head] })],
);

/** Changed when it is set aside or used, when a later file has more text, and when its payer is forgotten. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: id(),
    statementId: ref()
      .notNull()
      .references(() => statements.id),
    bankAccountId: ref()
      .notNull()
      .references(() => bankAccounts.id),
    /** From 1. */
    row: integer().notNull(),
    day: day().notNull(),
    /** In whole New Taiwan dollars; negative for money out. */
    amount: integer().notNull(),
    /** Fewer than five if zeros were lost. */
    digits: text(),
    /** Other runs of digits that may be the end of the payer's account; `?` stands for a hidden digit. */
    maybeDigits: text(),
    name: text(),
    memo: text(),
    /** The balance after the transaction, in whole dollars; null in files without balances. */
    balance: integer(),
    /** Why the line is set aside; null for a line that is open or used. */
    aside: text({ enum: SET_ASIDE_KINDS }),
    asideReason: text(),
    /** Whether a live payment uses the line. A trigger of `payment_lines` keeps it. */
    used: boolean().notNull().default(false),
    /** Day, amount and balance or digits, and which of several equal ones. */
    fingerprint: text().notNull(),
  },
  (t) => [
    unique('statement_lines_once').on(t.bankAccountId, t.fingerprint),
    index('statement_lines_day').on(t.bankAccountId, t.day, t.id),
    index('statement_lines_statement').on(t.statementId),
    index('statement_lines_open')
      .on(t.bankAccountId, t.day, t.id)
      .where(sql`${t.aside} is null and not ${t.used}`),
    index('statement_lines_used_digits').on(t.bankAccountId, t.digits, t.amount, t.day).where(sql`${t.used}`),
    index('statement_lines_used_name').on(t.bankAccountId, t.name, t.amount, t.day).where(sql`${t.used}`),
    check('statement_lines_row', sql`${t.row} >= 1`),
    check('statement_lines_amount', sql`${t.amount} between -999999999 and 999999999`),
    check('statement_lines_digits', sql`${t.digits} ~ '^[0-9]{1,5}$'`),
    check(
      'statement_lines_texts',
      sql`length(${t.name}) between 1 and 100 and length(${t.memo}) between 1 and 300`,
    ),
    check('statement_lines_aside', isOneOf(t.aside, SET_ASIDE_KINDS)),
    check(
      'statement_lines_aside_reason',
      sql`(coalesce(${t.aside}, '') = 'by_hand') = (${t.asideReason} is not null)`,
    ),
    check('statement_lines_deposit', sql`${t.amount} > 0 or ${t.aside} is not null`),
    check('statement_lines_fingerprint', sql`${t.fingerprint} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Lines of earlier statements that a later one set aside as reversed. */
export const statementReversals = pgTable(
  'statement_reversals',
  {
    lineId: ref()
      .primaryKey()
      .references(() => statementLines.id),
    statementId: ref()
      .notNull()
      .references(() => statements.id),
  },
  (t) => [index('statement_reversals_statement').on(t.statementId)],
);
