import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { bankAccounts, classes, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/columns.ts';
import { ASIDE_KINDS, PAYMENT_KINDS, PAYMENT_METHODS, REFUND_STATES } from './states.ts';

/** Never deleted; corrections add rows. */
export const paymentReports = pgTable(
  'payment_reports',
  {
    id: id(),
    classId: ref()
      .notNull()
      .references(() => classes.id),
    reportedBy: ref()
      .notNull()
      .references(() => accounts.id),
    groupId: ref().references(() => groups.id),
    paidTime: day().notNull(),
    /** Text: leading zeros count. */
    lastFive: text().notNull(),
    /** In whole New Taiwan dollars. */
    paidMoney: integer().notNull(),
    paidName: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    foreignKey({
      name: 'payment_reports_group_member',
      columns: [t.groupId, t.reportedBy],
      foreignColumns: [memberships.groupId, memberships.accountId],
    }),
    check('payment_reports_last_five', sql`${t.lastFive} ~ '^[0-9]{5}$'`),
    check('payment_reports_paid_money', sql`${t.paidMoney} between 0 and 9999999`),
    check('payment_reports_paid_name', sql`length(${t.paidName}) between 1 and 50`),
    index('payment_reports_class').on(t.classId),
    index('payment_reports_reported_by').on(t.reportedBy),
  ],
);

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

/** Changed when it is set aside or used, and when its payer is forgotten. */
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
    name: text(),
    memo: text(),
    /** Null: it waits for a payment or is used. */
    aside: text({ enum: ASIDE_KINDS }),
    asideReason: text(),
    /** By a payment that was not undone. A trigger of `payment_lines` keeps it. */
    used: boolean().notNull().default(false),
    /** Content, and which of several with the same content. */
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
    check('statement_lines_aside', isOneOf(t.aside, ASIDE_KINDS)),
    check(
      'statement_lines_aside_reason',
      sql`(coalesce(${t.aside}, '') = 'by_hand') = (${t.asideReason} is not null)`,
    ),
    check('statement_lines_deposit', sql`${t.amount} > 0 or ${t.aside} is not null`),
    check('statement_lines_fingerprint', sql`${t.fingerprint} ~ '^[0-9a-f]{64}$'`),
  ],
);

export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** The organisation of the bank account or of the class. */
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    bankAccountId: ref().references(() => bankAccounts.id),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    /** In whole New Taiwan dollars. */
    amount: integer().notNull(),
    receivedOn: day().notNull(),
    note: text(),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
    /** Undone. */
    endedAt: instant(),
    endedBy: text(),
    endReason: text(),
  },
  (t) => [
    index('payments_listed').on(t.organizationId, t.createdAt, t.id),
    index('payments_kind_listed').on(t.organizationId, t.kind, t.createdAt, t.id),
    index('payments_method_listed').on(t.organizationId, t.method, t.createdAt, t.id),
    index('payments_undone_listed')
      .on(t.organizationId, t.createdAt, t.id)
      .where(sql`${t.endedAt} is not null`),
    index('payments_bank_account').on(t.bankAccountId, t.createdAt),
    index('payments_without_line')
      .on(t.receivedOn)
      .where(sql`${t.bankAccountId} is null and ${t.endedAt} is null`),
    check('payments_kind', isOneOf(t.kind, PAYMENT_KINDS)),
    check('payments_method', isOneOf(t.method, PAYMENT_METHODS)),
    check('payments_amount', sql`${t.amount} between 0 and 99999999`),
    check('payments_note', sql`length(${t.note}) between 1 and 500`),
    check('payments_created_by', isActor(t.createdBy)),
    check('payments_ended_by', isActor(t.endedBy)),
    check(
      'payments_ended',
      sql`(${t.endedAt} is null) = (${t.endedBy} is null) and (${t.endedAt} is null) = (${t.endReason} is null)`,
    ),
  ],
);

export const paymentLines = pgTable(
  'payment_lines',
  {
    paymentId: ref()
      .notNull()
      .references(() => payments.id),
    lineId: ref()
      .notNull()
      .references(() => statementLines.id),
    ended: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.lineId] }),
    uniqueIndex('payment_lines_once').on(t.lineId).where(sql`not ${t.ended}`),
  ],
);

export const paymentRegistrations = pgTable(
  'payment_registrations',
  {
    paymentId: ref()
      .notNull()
      .references(() => payments.id),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    amount: integer().notNull(),
    ended: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.registrationId] }),
    index('payment_registrations_registration').on(t.registrationId),
    check('payment_registrations_amount', sql`${t.amount} >= 0`),
  ],
);

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    /** That of the registration. Triggers fill it in. */
    organizationId: integer(),
    /** In whole New Taiwan dollars. */
    amount: integer().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('due'),
    reason: text().notNull(),
    paymentConfirmed: boolean().notNull(),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
    /** Null unless the refund is a surplus. */
    paymentId: ref().references(() => payments.id),
    /** The last person who changed the amount. */
    changedBy: text(),
    proposed: integer(),
    settledBy: text(),
    settledAt: instant(),
    paidOn: day(),
    reference: text(),
    waiveReason: text(),
  },
  (t) => [
    index('refunds_registration').on(t.registrationId),
    index('refunds_listed').on(t.organizationId, t.createdAt, t.id),
    index('refunds_state_listed').on(t.organizationId, t.state, t.createdAt, t.id),
    index('refunds_paid_on').on(t.paidOn).where(sql`${t.state} = 'paid'`),
    index('refunds_due').on(t.createdAt, t.id).where(sql`${t.state} = 'due'`),
    check('refunds_amount', sql`${t.amount} between 1 and 9999999`),
    check('refunds_state', isOneOf(t.state, REFUND_STATES)),
    check('refunds_reason', sql`length(${t.reason}) between 1 and 1000`),
    check('refunds_created_by', isActor(t.createdBy)),
    check('refunds_changed_by', isActor(t.changedBy)),
    check('refunds_proposed', sql`${t.proposed} between 1 and 9999999`),
    check('refunds_settled_by', isActor(t.settledBy)),
    check('refunds_reference', sql`length(${t.reference}) between 1 and 60`),
    check('refunds_waive_reason', sql`length(${t.waiveReason}) between 1 and 500`),
  ],
);

export const paymentReportRegistrations = pgTable(
  'payment_report_registrations',
  {
    reportId: ref()
      .notNull()
      .references(() => paymentReports.id),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.registrationId] }),
    index('payment_report_registrations_registration').on(t.registrationId),
  ],
);
