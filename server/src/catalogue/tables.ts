import { DEFAULT_REGISTER_PATTERN } from '@portal/contract/register-number';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../platform/database/columns.ts';

export const organizations = pgTable(
  'organizations',
  {
    id: integer().primaryKey(),
    code: text().notNull().unique(),
    name: text().notNull().unique(),
    position: integer().notNull(),
    closedAt: instant(),
  },
  (t) => [check('organizations_texts', sql`${t.code} <> '' and ${t.name} <> ''`)],
);

/** Defines a list from which people choose, for example their career. */
const choices = (name: string) =>
  pgTable(name, {
    id: integer().primaryKey(),
    name: text().notNull().unique(),
    position: integer().notNull(),
    /** It is not offered any more; people who have chosen it keep it. */
    retiredAt: instant(),
  });

export const careers = choices('careers');
export const educations = choices('educations');
export const educationStatuses = choices('education_statuses');

export const certificateKinds = pgTable(
  'certificate_kinds',
  {
    id: integer().primaryKey(),
    name: text().notNull().unique(),
    type: text({ enum: ['ordinary', 'coach'] }).notNull(),
    years: integer().notNull(),
    registerPattern: text().notNull().default(DEFAULT_REGISTER_PATTERN),
  },
  (t) => [
    check('certificate_kinds_register_pattern', sql`length(${t.registerPattern}) between 1 and 100`),
    check('certificate_kinds_name', sql`${t.name} <> ''`),
    check('certificate_kinds_type', sql`${t.type} in ('ordinary', 'coach')`),
    check('certificate_kinds_years', sql`${t.years} between 1 and 50`),
  ],
);

export const courses = pgTable(
  'courses',
  {
    id: integer().primaryKey(),
    code: text().notNull().unique(),
    chineseName: text().notNull(),
    certificateKindId: integer()
      .notNull()
      .references(() => certificateKinds.id),
    hours: integer().notNull(),
    position: integer().notNull(),
    /** Percent of the hours that a trainee must attend to pass; 0 for no rule. */
    attendanceMinimum: integer().notNull().default(0),
    // Defaults for new classes.
    fee: integer().notNull().default(0),
    limitNumber: integer().notNull().default(30),
    paymentDays: integer().notNull().default(7),
    html: text().notNull().default(''),
    paidHtml: text().notNull().default(''),
    info: text(),
  },
  (t) => [
    check('courses_texts', sql`${t.code} <> '' and ${t.chineseName} <> ''`),
    check('courses_hours', sql`${t.hours} > 0`),
    check('courses_attendance', sql`${t.attendanceMinimum} between 0 and 100`),
    check('courses_fee', sql`${t.fee} between 0 and 9999999`),
    check('courses_limit', sql`${t.limitNumber} between 1 and 10000`),
    check('courses_payment_days', sql`${t.paymentDays} between 0 and 365`),
  ],
);

/** Staff check them in the review. */
export const coursePrerequisites = pgTable(
  'course_prerequisites',
  {
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    requiresId: integer()
      .notNull()
      .references(() => courses.id),
  },
  (t) => [
    primaryKey({ columns: [t.courseId, t.requiresId] }),
    check('course_prerequisites_other', sql`${t.courseId} <> ${t.requiresId}`),
  ],
);

export const subjects = pgTable(
  'subjects',
  {
    id: integer().primaryKey(),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    name: text().notNull(),
    kind: text({ enum: ['學科', '術科'] }).notNull(),
    fullScore: integer().notNull(),
    passScore: integer().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    unique('subjects_course_name').on(t.courseId, t.name),
    check('subjects_name', sql`${t.name} <> ''`),
    check('subjects_kind', sql`${t.kind} in ('學科', '術科')`),
    check('subjects_scores', sql`${t.passScore} between 0 and ${t.fullScore}`),
  ],
);

/** Documents that people who enrol in the course hand in. */
export const courseDocuments = pgTable(
  'course_documents',
  {
    id: id(),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    name: text().notNull(),
    hint: text(),
    required: boolean().notNull(),
    position: integer().notNull(),
    withdrawnAt: instant(),
  },
  (t) => [
    uniqueIndex('course_documents_name').on(t.courseId, t.name).where(sql`${t.withdrawnAt} is null`),
    check('course_documents_texts', sql`length(${t.name}) between 1 and 40 and length(${t.hint}) <= 200`),
  ],
);

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: id(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    bank: text().notNull(),
    /** Three digits; null where `bank` names it. */
    bankCode: text(),
    holder: text().notNull(),
    number: text().notNull(),
    /** How its statements are read, remembered from the last import. */
    closedAt: instant(),
  },
  (t) => [
    unique('bank_accounts_number').on(t.organizationId, t.bank, t.number),
    check('bank_accounts_texts', sql`${t.bank} <> '' and ${t.holder} <> '' and ${t.number} <> ''`),
    check('bank_accounts_bank_code', sql`${t.bankCode} ~ '^[0-9]{3}$'`),
  ],
);
