import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { classes } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/columns.ts';

/** Remittances as reported by trainees and managers. Never deleted; corrections add rows. */
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
    /** Five digits as text, because leading zeros count. */
    lastFive: text().notNull(),
    /** Whole New Taiwan dollars. */
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

/** `due` is what is owed, until it is paid out or given up. */
export const REFUND_STATES = ['due', 'paid', 'waived'] as const;

/** Money that a person gets back (退費). */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    /** Whole New Taiwan dollars. */
    amount: integer().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('due'),
    reason: text().notNull(),
    /** The payment had been confirmed; otherwise it was only reported, and may never have come. */
    paymentConfirmed: boolean().notNull(),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('refunds_registration').on(t.registrationId),
    index('refunds_due').on(t.createdAt, t.id).where(sql`${t.state} = 'due'`),
    check('refunds_amount', sql`${t.amount} between 1 and 9999999`),
    check('refunds_state', isOneOf(t.state, REFUND_STATES)),
    check('refunds_reason', sql`length(${t.reason}) between 1 and 1000`),
    check('refunds_created_by', isActor(t.createdBy)),
  ],
);

/** The registrations that a report covers. */
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
