import { callOffReasons, classStates } from '@portal/contract/office/classes';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bankAccounts, courses, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import { day, id, instant, isOneOf, ref } from '../platform/database/columns.ts';
import { staffAccounts } from '../staff/tables.ts';

/** A course held by an organisation (班別). */
export const classes = pgTable(
  'classes',
  {
    id: id(),
    code: text().notNull().unique(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    startTime: instant().notNull(),
    limitNumber: integer().notNull(),
    /** Seats held. Only enrolment/seats/seats.ts changes it. */
    number: integer().notNull().default(0),
    place: text().notNull(),
    contactName: text().notNull(),
    contactPhone: text().notNull(),
    html: text().notNull().default(''),
    groupId: ref().references(() => groups.id),
    personalAllow: boolean().notNull(),
    groupAllow: boolean().notNull(),
    applyFrom: instant(),
    applyUntil: instant(),
    /** In whole New Taiwan dollars. */
    fee: integer().notNull(),
    /** Days to pay after the approval; the day before the class at the latest. */
    paymentDays: integer().notNull().default(7),
    /** Receives the fees. */
    bankAccountId: ref().references(() => bankAccounts.id),
    endTime: instant(),
    /** Hours taught, if they differ from the course's. */
    hours: integer(),
    paidHtml: text().notNull().default(''),
    info: text(),
    /** Normalised; kept by a trigger. */
    searchText: text().notNull().default(''),
    publishedAt: instant(),
    state: text({ enum: classStates }).notNull().default('draft'),
    publishAt: instant(),
    minimumNumber: integer(),
    staffNote: text().notNull().default(''),
    postponedAt: instant(),
    freeCancelUntil: day(),
    callOffReason: text({ enum: callOffReasons }),
    callOffText: text(),
    /** The id of the first class of its series; null if it was created alone. */
    seriesId: ref(),
    /** Another system held it. */
    importedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check(
      'classes_code',
      sql`${t.code} ~ '^[A-Za-z0-9-]{1,40}$' and lower(${t.code}) not in ('personal', 'group', 'groups', 'store', 'member')`,
    ),
    check('classes_number', sql`${t.number} between 0 and ${t.limitNumber}`),
    check('classes_limit', sql`${t.limitNumber} between 1 and 10000`),
    check('classes_texts', sql`${t.place} <> '' and ${t.contactName} <> '' and ${t.contactPhone} <> ''`),
    check('classes_fee', sql`${t.fee} between 0 and 9999999`),
    check('classes_payment_days', sql`${t.paymentDays} between 0 and 365`),
    check('classes_end', sql`${t.endTime} > ${t.startTime}`),
    check('classes_hours', sql`${t.hours} between 1 and 2000`),
    check('classes_window', sql`${t.applyFrom} < ${t.applyUntil}`),
    check('classes_group_only', sql`${t.groupId} is null or not ${t.personalAllow}`),
    check('classes_state', isOneOf(t.state, classStates)),
    check(
      'classes_published',
      sql`(${t.publishedAt} is not null) = (${t.state} in ('published', 'closed', 'completed'))`,
    ),
    check('classes_imported', sql`${t.importedAt} is null or ${t.state} = 'completed'`),
    check('classes_publish_at', sql`${t.publishAt} is null or ${t.state} = 'draft'`),
    check('classes_minimum', sql`${t.minimumNumber} between 1 and 10000`),
    check('classes_call_off', sql`(${t.callOffReason} is not null) = (${t.state} = 'cancelled')`),
    check('classes_call_off_reason', isOneOf(t.callOffReason, callOffReasons)),
    uniqueIndex('classes_code_any_case').on(sql`lower(${t.code})`),
    index('classes_series').on(t.seriesId).where(sql`${t.seriesId} is not null`),
    index('classes_publish_at').on(t.publishAt).where(sql`${t.publishAt} is not null`),
    index('classes_start').on(t.organizationId, t.startTime, t.id),
    index('classes_ended')
      .on(sql`coalesce(${t.endTime}, ${t.startTime})`)
      .where(sql`${t.publishedAt} is not null`),
    // Started and filtered-out classes are skipped within the index.
    index('classes_listed')
      .on(
        t.publishedAt.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
        t.startTime,
        t.organizationId,
        t.courseId,
      )
      .where(sql`${t.publishedAt} is not null`),
    index('classes_organization').on(
      t.organizationId,
      t.publishedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('classes_course').on(t.courseId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('classes_upcoming')
      .on(t.startTime, t.organizationId, t.courseId)
      .where(sql`${t.publishedAt} is not null`),
    index('classes_group').on(t.groupId),
    index('classes_bank_account').on(t.bankAccountId),
    // A trigram index does not find words of two characters. Staff search drafts too.
    index('classes_text_parts')
      .using('gin', sql`search_parts(${t.searchText})`)
      .with({ gin_pending_list_limit: 256 }),
    // Where very many classes have a word, they are met in this order without reading the table.
    index('classes_text_by_start').on(t.startTime, t.id, t.organizationId, t.searchText),
    index('classes_searched').using('gin', sql`search_grams(${t.searchText})`),
  ],
);

/** Dates and times in Taipei. */
export const classSessions = pgTable(
  'class_sessions',
  {
    id: id(),
    classId: ref()
      .notNull()
      .references(() => classes.id),
    date: day().notNull(),
    fromTime: time().notNull(),
    toTime: time().notNull(),
    /** Null for the class's own place. */
    place: text(),
    instructor: text(),
  },
  (t) => [
    unique('class_sessions_start').on(t.classId, t.date, t.fromTime),
    check('class_sessions_times', sql`${t.fromTime} < ${t.toTime}`),
    check('class_sessions_texts', sql`${t.place} <> '' and ${t.instructor} <> ''`),
  ],
);

export const classInstructors = pgTable(
  'class_instructors',
  {
    classId: ref()
      .notNull()
      .references(() => classes.id),
    staffId: ref()
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.classId, t.staffId] }),
    index('class_instructors_staff').on(t.staffId, t.classId),
  ],
);

export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    classId: ref()
      .notNull()
      .references(() => classes.id),
    /** The value of `/download?src=`: unguessable, never a path. */
    src: text().notNull().unique(),
    fileKey: text().notNull(),
    name: text().notNull(),
    extension: text().notNull(),
    /** In bytes. Null for files that were stored before sizes were. */
    size: integer(),
    position: integer().notNull(),
  },
  (t) => [
    index('attachments_class').on(t.classId, t.position),
    check('attachments_name', sql`${t.name} <> ''`),
    check('attachments_size', sql`${t.size} > 0`),
    check('attachments_extension', sql`${t.extension} ~ '^[a-z0-9]{1,10}$'`),
  ],
);

/** The reminders of the day before that were sent. */
export const classReminders = pgTable(
  'class_reminders',
  {
    classId: ref()
      .notNull()
      .references(() => classes.id),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    /** The first day of the class as the mail has it. */
    day: day().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.classId, t.registrationId, t.day] }),
    index('class_reminders_registration').on(t.registrationId),
  ],
);
