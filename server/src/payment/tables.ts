import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { classes } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, ref } from '../platform/columns.ts';

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
