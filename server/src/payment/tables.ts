import { sql } from 'drizzle-orm';
import {
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
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, isOneOf, ref } from '../platform/database/columns.ts';
import { REPORT_OUTCOMES } from './states.ts';

/** Reports are never deleted. Corrections add rows. */
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

export const paymentReportRegistrations = pgTable(
  'payment_report_registrations',
  {
    reportId: ref()
      .notNull()
      .references(() => paymentReports.id),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    /** Null while it waits, also if the registration was cancelled meanwhile. */
    outcome: text({ enum: REPORT_OUTCOMES }),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.registrationId] }),
    index('payment_report_registrations_registration').on(t.registrationId),
    uniqueIndex('payment_report_registrations_open').on(t.registrationId).where(sql`${t.outcome} is null`),
    check('payment_report_registrations_outcome', isOneOf(t.outcome, REPORT_OUTCOMES)),
  ],
);
