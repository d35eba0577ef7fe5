import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { courses, organizations } from '../catalogue/tables.ts';
import { day, id, instant, isOneOf, ref } from '../platform/database/columns.ts';
import { RENEWAL_STATES } from './states.ts';

/** An index finds its prefixes. */
export const searchedNumber = (number: SQLWrapper): SQL<string> => sql<string>`upper(${number}) collate "C"`;

export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    /** URL-safe, with an unguessable suffix. */
    number: text().notNull().unique(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id),
    issuedOn: day().notNull(),
    years: integer().notNull(),
    endTime: day().notNull(),
    replacedById: ref()
      .unique()
      .references((): AnyPgColumn => certificates.id),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('certificates_number', sql`${t.number} ~ '^[A-Za-z0-9-]{1,40}$'`),
    check('certificates_years', sql`${t.years} between 1 and 50`),
    check('certificates_dates', sql`${t.issuedOn} <= ${t.endTime}`),
    check('certificates_replaced_by_other', sql`${t.replacedById} <> ${t.id}`),
    unique('certificates_same').on(t.id, t.accountId, t.organizationId, t.courseId),
    // The replacement belongs to the same person, organisation and course.
    foreignKey({
      name: 'certificates_replaced_by_same',
      columns: [t.replacedById, t.accountId, t.organizationId, t.courseId],
      foreignColumns: [t.id, t.accountId, t.organizationId, t.courseId],
    }),
    index('certificates_account').on(t.accountId),
    index('certificates_searched_number').on(searchedNumber(t.number)),
  ],
);

export const renewalRequests = pgTable(
  'renewal_requests',
  {
    id: id(),
    certificateId: ref()
      .notNull()
      .references(() => certificates.id),
    askedAt: instant().notNull(),
    frontNote: text(),
    backendNote: text(),
    state: text({ enum: RENEWAL_STATES }).notNull().default('open'),
    decidedAt: instant(),
  },
  (t) => [
    uniqueIndex('renewal_requests_one_open').on(t.certificateId).where(sql`${t.state} = 'open'`),
    index('renewal_requests_certificate').on(t.certificateId),
    check('renewal_requests_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
    check('renewal_requests_state', isOneOf(t.state, RENEWAL_STATES)),
    check('renewal_requests_decided_after', sql`${t.decidedAt} >= ${t.askedAt}`),
    check('renewal_requests_notes', sql`length(${t.frontNote}) <= 500 and length(${t.backendNote}) <= 500`),
  ],
);
