import { paperFormats } from '@portal/contract/certificates';
import { documentKinds } from '@portal/contract/documents';
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
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { certificateKinds, courses, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import type { CertificateContent } from './content.ts';
import { CERTIFICATE_STATES, RENEWAL_STATES } from './states.ts';

/** The texts may contain placeholders. The English ones are null if the certificate is in Chinese only. */
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
    /** The kind of the course when it was issued. */
    kindId: integer().references(() => certificateKinds.id),
    /** Null if it was issued without a class. */
    registrationId: ref().references(() => registrations.id),
    issuedOn: day().notNull(),
    years: integer().notNull(),
    endTime: day().notNull(),
    replacedById: ref()
      .unique()
      .references((): AnyPgColumn => certificates.id),
    state: text({ enum: CERTIFICATE_STATES }).notNull().default('valid'),
    endedAt: instant(),
    /** Why it was revoked or corrected. */
    endReason: text(),
    endedBy: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('certificates_number', sql`${t.number} ~ '^[A-Za-z0-9-]{1,40}$'`),
    check('certificates_years', sql`${t.years} between 1 and 50`),
    check('certificates_dates', sql`${t.issuedOn} <= ${t.endTime}`),
    check('certificates_kind', sql`${t.kindId} is not null`),
    check('certificates_state', isOneOf(t.state, CERTIFICATE_STATES)),
    check('certificates_ended', sql`(${t.state} = 'valid') = (${t.endedAt} is null)`),
    check('certificates_ended_by', isActor(t.endedBy)),
    check(
      'certificates_replaced',
      sql`(${t.state} in ('renewed', 'corrected')) = (${t.replacedById} is not null)`,
    ),
    check(
      'certificates_end_reason',
      sql`length(${t.endReason}) between 1 and 500 and (${t.endReason} is null or ${t.state} <> 'valid')`,
    ),
    check('certificates_replaced_by_other', sql`${t.replacedById} <> ${t.id}`),
    unique('certificates_same').on(t.id, t.accountId, t.organizationId, t.courseId),
    // The replacement belongs to the same person, organisation and course.
    foreignKey({
      name: 'certificates_replaced_by_same',
      columns: [t.replacedById, t.accountId, t.organizationId, t.courseId],
      foreignColumns: [t.id, t.accountId, t.organizationId, t.courseId],
    }),
    index('certificates_account').on(t.accountId),
    uniqueIndex('certificates_one_valid').on(t.accountId, t.kindId).where(sql`${t.state} = 'valid'`),
    index('certificates_registration').on(t.registrationId),
    index('certificates_searched_number').on(searchedNumber(t.number)),
    // The register, for staff of all organisations and of one.
    index('certificates_issued').on(t.issuedOn, t.id),
    index('certificates_organization_issued').on(t.organizationId, t.issuedOn, t.id),
    index('certificates_end').on(t.endTime, t.id),
    index('certificates_organization_end').on(t.organizationId, t.endTime, t.id),
    index('certificates_kind_issued').on(t.kindId, t.issuedOn, t.id),
    index('certificates_ended_issued').on(t.state, t.issuedOn, t.id).where(sql`${t.state} <> 'valid'`),
  ],
);

/** Certificates of another system, which have no content and no paper here. */
export const importedCertificates = pgTable(
  'imported_certificates',
  {
    certificateId: ref()
      .primaryKey()
      .references(() => certificates.id),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    kindId: integer()
      .notNull()
      .references(() => certificateKinds.id),
    /** The number that the other system printed on it. */
    number: text().notNull(),
    importedAt: instant().notNull(),
  },
  (t) => [
    unique('imported_certificates_number').on(t.organizationId, t.kindId, t.number),
    index('imported_certificates_searched').on(t.number),
    check('imported_certificates_number_length', sql`length(${t.number}) between 1 and 100`),
  ],
);

/** The frozen content of a certificate. A trigger refuses changes. */
export const certificateContents = pgTable(
  'certificate_contents',
  {
    certificateId: ref()
      .primaryKey()
      .references(() => certificates.id),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    kindId: integer()
      .notNull()
      .references(() => certificateKinds.id),
    year: integer().notNull(),
    /** Numbers in an organisation, kind and year have no gaps. */
    serial: integer().notNull(),
    registerNumber: text().notNull(),
    /** Its place in the signed status list. Random, so that it tells nothing. */
    statusIndex: integer().notNull().unique(),
    /** The layout of its papers; null for the built-in one. */
    layoutId: ref().references((): AnyPgColumn => certificateLayouts.id),
    content: jsonb().$type<CertificateContent>().notNull(),
    /** SHA-256 of the content as canonical JSON, in hexadecimal. */
    sha256: text().notNull(),
  },
  (t) => [
    unique('certificate_contents_serial').on(t.organizationId, t.kindId, t.year, t.serial),
    check('certificate_contents_serial_counts', sql`${t.serial} >= 1`),
    check('certificate_contents_year', sql`${t.year} between 1912 and 2200`),
    check('certificate_contents_register_number', sql`length(${t.registerNumber}) between 1 and 200`),
    check('certificate_contents_status_index', sql`${t.statusIndex} between 0 and 16777215`),
    check('certificate_contents_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    index('certificate_contents_register_number').on(t.registerNumber),
    index('certificate_contents_photo').on(sql`(${t.content} ->> 'photo')`),
  ],
);

/** A certificate as PDF, as it was first given out. */
export const certificatePapers = pgTable(
  'certificate_papers',
  {
    certificateId: ref()
      .notNull()
      .references(() => certificates.id),
    format: text({ enum: paperFormats }).notNull(),
    fileKey: text().notNull().unique(),
    /** The SHA-256 digest of the file, in hexadecimal. */
    sha256: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.certificateId, t.format] }),
    check('certificate_papers_format', isOneOf(t.format, paperFormats)),
    check('certificate_papers_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** The evidence for a certificate that was issued without a class. */
export const certificateProofs = pgTable(
  'certificate_proofs',
  {
    certificateId: ref()
      .primaryKey()
      .references(() => certificates.id),
    reason: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    size: integer().notNull(),
    /** The SHA-256 digest of the file, in hexadecimal. */
    sha256: text().notNull(),
    fileKey: text().notNull().unique(),
    addedBy: text().notNull(),
    addedAt: instant().notNull(),
  },
  (t) => [
    check('certificate_proofs_reason', sql`length(${t.reason}) between 1 and 500`),
    check('certificate_proofs_kind', isOneOf(t.kind, documentKinds)),
    check('certificate_proofs_size', sql`${t.size} > 0`),
    check('certificate_proofs_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('certificate_proofs_added_by', isActor(t.addedBy)),
  ],
);

/** The last register number given out. Its row is locked while a certificate is issued, so that no number is missing. */
export const registerCounters = pgTable(
  'register_counters',
  {
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    kindId: integer()
      .notNull()
      .references(() => certificateKinds.id),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.kindId, t.year] }),
    check('register_counters_last', sql`${t.last} >= 1`),
  ],
);

/** ES256 keys. The newest signs; all are published. */
export const certificateKeys = pgTable(
  'certificate_keys',
  {
    /** Eight hexadecimal digits. */
    kid: text().primaryKey(),
    /** The private scalar: 32 bytes in base64url. */
    secret: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('certificate_keys_kid', sql`${t.kid} ~ '^[0-9a-f]{8}$'`),
    check('certificate_keys_secret', sql`${t.secret} ~ '^[A-Za-z0-9_-]{43}$'`),
  ],
);

/** Lookups of numbers that no certificate has. */
export const verificationMisses = pgTable(
  'verification_misses',
  {
    id: id(),
    network: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index('verification_misses_network').on(t.network, t.at), index('verification_misses_at').on(t.at)],
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
    index('renewal_requests_open_asked').on(t.askedAt, t.id).where(sql`${t.state} = 'open'`),
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

/** How many people of a group should hold a certificate of the kind. Its managers see these kinds of its people. */
export const certificateNeeds = pgTable(
  'certificate_needs',
  {
    groupId: ref()
      .notNull()
      .references(() => groups.id),
    kindId: integer()
      .notNull()
      .references(() => certificateKinds.id),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.kindId] }),
    check('certificate_needs_count', sql`${t.count} between 1 and 1000`),
  ],
);

/** When holders are reminded. Kinds without a row have `defaultSetting` of `reminders/rules.ts`. */
export const certificateReminderSettings = pgTable(
  'certificate_reminder_settings',
  {
    kindId: integer()
      .primaryKey()
      .references(() => certificateKinds.id),
    /** Days before the last valid day. */
    days: integer().array().notNull(),
    /** The day on which each of `days` was set. It holds for certificates that reach it on this day or later. */
    since: day().array().notNull(),
  },
  (t) => [
    check(
      'certificate_reminder_settings_days',
      sql`cardinality(${t.days}) <= 6 and 1 <= all(${t.days}) and 365 >= all(${t.days})`,
    ),
    check('certificate_reminder_settings_since', sql`cardinality(${t.since}) = cardinality(${t.days})`),
  ],
);

/** The reminders that were sent. */
export const certificateReminders = pgTable(
  'certificate_reminders',
  {
    certificateId: ref()
      .notNull()
      .references(() => certificates.id),
    /** The number of days before the last valid day, one of those in the setting. */
    days: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.certificateId, t.days] }),
    check('certificate_reminders_days', sql`${t.days} between 1 and 365`),
  ],
);

/** The months in which the managers of a group were written to, or nothing was about to end. */
export const certificateDigests = pgTable(
  'certificate_digests',
  {
    groupId: ref()
      .notNull()
      .references(() => groups.id),
    /** Its first day. */
    month: day().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.month] }),
    check('certificate_digests_month', sql`extract(day from ${t.month}) = 1`),
  ],
);

/** The hours of refresher training that a kind asks for before a renewal. Kinds without a row ask for none. */
export const refresherRules = pgTable(
  'refresher_rules',
  {
    kindId: integer()
      .primaryKey()
      .references(() => certificateKinds.id),
    hours: integer().notNull(),
    /** Only training in so many years before the request counts. */
    years: integer().notNull(),
  },
  (t) => [
    check('refresher_rules_hours', sql`${t.hours} between 1 and 500`),
    check('refresher_rules_years', sql`${t.years} between 1 and 20`),
  ],
);

/** A question of staff to a person before they decide a request, and the answer: a text, a file or both. */
export const renewalInquiries = pgTable(
  'renewal_inquiries',
  {
    id: id(),
    requestId: ref()
      .notNull()
      .references(() => renewalRequests.id),
    text: text().notNull(),
    askedAt: instant().notNull(),
    answeredAt: instant(),
    answer: text(),
    kind: text({ enum: documentKinds }),
    size: integer(),
    /** The SHA-256 digest of the file, in hexadecimal. */
    sha256: text(),
    fileKey: text().unique(),
  },
  (t) => [
    uniqueIndex('renewal_inquiries_one_open').on(t.requestId).where(sql`${t.answeredAt} is null`),
    index('renewal_inquiries_request').on(t.requestId),
    check('renewal_inquiries_text', sql`length(${t.text}) between 1 and 500`),
    check('renewal_inquiries_answer', sql`length(${t.answer}) between 1 and 500`),
    check(
      'renewal_inquiries_answered',
      sql`(${t.answeredAt} is null) = (${t.answer} is null and ${t.fileKey} is null)`,
    ),
    check(
      'renewal_inquiries_file',
      sql`num_nulls(${t.kind}, ${t.size}, ${t.sha256}, ${t.fileKey}) in (0, 4)`,
    ),
    check('renewal_inquiries_kind', isOneOf(t.kind, documentKinds)),
    check('renewal_inquiries_size', sql`${t.size} > 0`),
    check('renewal_inquiries_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);
