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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { bankAccounts, classes, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/columns.ts';
import { statementLines } from '../statements/tables.ts';
import { PAYMENT_KINDS, PAYMENT_METHODS, REFUND_STATES } from './states.ts';

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
