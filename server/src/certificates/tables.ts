import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { certificateKinds, courses, organizations } from '../catalogue/tables.ts';
import { day, id, instant, isOneOf, ref } from '../platform/database/columns.ts';
import { RENEWAL_STATES } from './states.ts';

/** With placeholders. English is null where the certificate is in Chinese only. */
interface LayoutTexts {
  readonly issuer: string;
  readonly issuerEnglish: string | null;
  readonly title: string;
  readonly titleEnglish: string | null;
  readonly text: string;
  readonly textEnglish: string | null;
}

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

/** Seals, logos and backgrounds. The files are in `certificate-pictures/`. */
export const certificatePictures = pgTable(
  'certificate_pictures',
  {
    id: id(),
    kind: text({ enum: ['seal', 'logo', 'background'] }).notNull(),
    fileKey: text().notNull().unique(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('certificate_pictures_kind', isOneOf(t.kind, ['seal', 'logo', 'background'])),
    check('certificate_pictures_file', sql`${t.fileKey} ~ '^certificate-pictures/[A-Za-z0-9_-]{22}$'`),
  ],
);

export const certificateSigners = pgTable(
  'certificate_signers',
  {
    id: id(),
    /** Null: signs for the whole association. */
    organizationId: integer().references(() => organizations.id),
    name: text().notNull(),
    title: text().notNull(),
    sealId: ref().references(() => certificatePictures.id),
    closedAt: instant(),
  },
  (t) => [
    unique('certificate_signers_name').on(t.organizationId, t.name, t.title).nullsNotDistinct(),
    check(
      'certificate_signers_texts',
      sql`length(${t.name}) between 1 and 40 and length(${t.title}) between 1 and 40`,
    ),
  ],
);

/** Each row is a version, and is never changed: issued certificates name theirs. */
export const certificateLayouts = pgTable(
  'certificate_layouts',
  {
    id: id(),
    certificateKindId: integer()
      .notNull()
      .references(() => certificateKinds.id),
    /** Counts the versions of the kind from 1. */
    number: integer().notNull(),
    paper: text({ enum: ['a4-upright', 'a4-across'] }).notNull(),
    hasCard: boolean().notNull(),
    languages: text({ enum: ['chinese', 'both'] }).notNull(),
    calendars: text({ enum: ['minguo', 'both'] }).notNull(),
    texts: jsonb().$type<LayoutTexts>().notNull(),
    logoId: ref().references(() => certificatePictures.id),
    backgroundId: ref().references(() => certificatePictures.id),
    signerId: ref().references(() => certificateSigners.id),
    createdAt: instant().notNull(),
  },
  (t) => [
    unique('certificate_layouts_number').on(t.certificateKindId, t.number),
    check('certificate_layouts_number_from_one', sql`${t.number} > 0`),
    check('certificate_layouts_paper', isOneOf(t.paper, ['a4-upright', 'a4-across'])),
    check('certificate_layouts_languages', isOneOf(t.languages, ['chinese', 'both'])),
    check('certificate_layouts_calendars', isOneOf(t.calendars, ['minguo', 'both'])),
  ],
);
