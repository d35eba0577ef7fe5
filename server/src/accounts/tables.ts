import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { careers, educationStatuses, educations, organizations } from '../catalogue/tables.ts';
import { day, id, instant, isOneOf, ref } from '../platform/database/columns.ts';

export const cities = pgTable('cities', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  position: integer().notNull(),
});

export const areas = pgTable(
  'areas',
  {
    id: integer().primaryKey(),
    cityId: integer()
      .notNull()
      .references(() => cities.id),
    name: text().notNull(),
    /** The postal code. Not unique: all districts of 新竹市 share 300, those of 嘉義市 600. */
    code: text().notNull(),
    /** A second valid postal code, e.g. 248 for 新莊區. */
    secondCode: text(),
    position: integer().notNull(),
  },
  (t) => [
    unique('areas_city_name').on(t.cityId, t.name),
    unique('areas_city_id').on(t.cityId, t.id),
    check('areas_code', sql`${t.code} ~ '^[0-9]{3}$'`),
    check('areas_second_code', sql`${t.secondCode} ~ '^[0-9]{3}$'`),
  ],
);

interface Names {
  readonly chineseName: SQLWrapper;
  readonly englishName: SQLWrapper;
}

export const searchedNames = ({ chineseName, englishName }: Names): SQL<string> =>
  sql<string>`search_form(coalesce(${chineseName}, '') || ' ' || coalesce(${englishName}, ''))`;

/* An index finds its prefixes. */
export const searchedEnglishName = (name: SQLWrapper): SQL<string> =>
  sql<string>`search_form(${name}) collate "C"`;

/** The name by which lists of people are sorted. */
export const listedName = ({ chineseName, englishName }: Names): SQL<string> =>
  sql<string>`coalesce(${chineseName}, ${englishName}, '')`;

/* An index finds its prefixes. */
export const searchedEmail = (email: SQLWrapper): SQL<string> => sql<string>`lower(${email}) collate "C"`;
export const searchedPhone = (phone: SQLWrapper): SQL<string> =>
  sql<string>`regexp_replace(${phone}, '[^0-9]', '', 'g') collate "C"`;

/** Imported people may have only the identifier and the birthday. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    country: text({ enum: ['local', 'foreign'] }).notNull(),
    idNumber: text().unique(),
    passportNo: text().unique(),
    /** The login identifier, unique across countries. */
    account: text()
      .notNull()
      .generatedAlwaysAs(sql`case when country = 'local' then id_number else passport_no end`)
      .unique(),
    passwordHash: text().notNull(),
    passwordIsBirthday: boolean().notNull().default(false),
    /** Null: since the account was created. */
    importedAt: instant(),
    organizationId: integer().references(() => organizations.id),
    chineseName: text(),
    englishName: text(),
    /** 1 male, 0 female. */
    sex: smallint(),
    birthday: day(),
    cityId: integer().references(() => cities.id),
    areaId: integer(),
    address: text(),
    addressCode: text(),
    email: text(),
    cellPhone: text(),
    homePhone: text(),
    companyPhone: text(),
    employer: text(),
    careerId: integer().references(() => careers.id),
    educationId: integer().references(() => educations.id),
    educationStatusId: integer().references(() => educationStatuses.id),
    school: text(),
    department: text(),
    photoKey: text(),
    /** When a link mailed to this address was opened; null if unconfirmed. */
    emailConfirmedAt: instant(),
    /** When staff spoke with the person by this mobile phone; null if unconfirmed. */
    phoneConfirmedAt: instant(),
    suspendedAt: instant(),
    /** When the personal data were erased. A constraint keeps them away. */
    erasedAt: instant(),
    /** The account of the same person that this one was merged into. It cannot be used any more. */
    mergedIntoId: ref().references((): AnyPgColumn => accounts.id),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    state: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`not password_is_birthday and organization_id is not null and chinese_name is not null and sex is not null and birthday is not null and city_id is not null and area_id is not null and address is not null and address_code is not null and email is not null and cell_phone is not null and career_id is not null and education_id is not null and education_status_id is not null and (country = 'local' or english_name is not null)`,
      ),
  },
  (t) => [
    foreignKey({
      name: 'accounts_area_in_city',
      columns: [t.cityId, t.areaId],
      foreignColumns: [areas.cityId, areas.id],
    }),
    check('accounts_country', sql`${t.country} in ('local', 'foreign')`),
    check('accounts_id_number', sql`${t.idNumber} ~ '^[A-Z][12][0-9]{8}$'`),
    check('accounts_passport_no', sql`${t.passportNo} ~ '^[A-Z0-9]{5,20}$'`),
    check('accounts_sex', sql`${t.sex} in (0, 1)`),
    check('accounts_birthday', sql`${t.birthday} >= '1900-01-01'`),
    check('accounts_address_code', sql`${t.addressCode} ~ '^[0-9]{3}([0-9]{2,3})?$'`),
    check(
      'accounts_names',
      sql`length(${t.chineseName}) between 1 and 50 and length(${t.englishName}) between 1 and 60`,
    ),
    check('accounts_address', sql`length(${t.address}) between 1 and 100`),
    check('accounts_email', sql`length(${t.email}) between 1 and 254`),
    check(
      'accounts_phones',
      sql`length(${t.cellPhone}) between 1 and 20 and length(${t.homePhone}) between 1 and 20 and length(${t.companyPhone}) between 1 and 20`,
    ),
    check(
      'accounts_background',
      sql`length(${t.employer}) between 1 and 60 and length(${t.school}) between 1 and 60 and length(${t.department}) between 1 and 60`,
    ),
    check(
      'accounts_erased',
      sql`${t.erasedAt} is null or (${t.suspendedAt} is not null and num_nonnulls(${t.idNumber}, ${t.englishName}, ${t.sex}, ${t.birthday}, ${t.cityId}, ${t.areaId}, ${t.address}, ${t.addressCode}, ${t.email}, ${t.cellPhone}, ${t.homePhone}, ${t.companyPhone}, ${t.employer}, ${t.careerId}, ${t.educationId}, ${t.educationStatusId}, ${t.school}, ${t.department}, ${t.photoKey}, ${t.emailConfirmedAt}, ${t.phoneConfirmedAt}) = 0)`,
    ),
    check(
      'accounts_merged',
      sql`${t.mergedIntoId} is null or (${t.suspendedAt} is not null and ${t.mergedIntoId} <> ${t.id})`,
    ),
    index('accounts_merged_into').on(t.mergedIntoId).where(sql`${t.mergedIntoId} is not null`),
    index('accounts_organization').on(t.organizationId),
    index('accounts_name_parts')
      .using('gin', sql`search_parts(${searchedNames(t)})`)
      .with({ gin_pending_list_limit: 256 }),
    index('accounts_searched_names').using('gin', sql`search_grams(${searchedNames(t)})`),
    index('accounts_searched_english_name').on(searchedEnglishName(t.englishName)),
    index('accounts_searched_email').on(searchedEmail(t.email)),
    index('accounts_searched_phone').on(searchedPhone(t.cellPhone)),
    index('accounts_chinese_name').on(t.chineseName),
    index('accounts_cell_phone').on(t.cellPhone),
    index('accounts_listed').on(t.createdAt, t.id),
    index('accounts_organization_listed').on(t.organizationId, t.createdAt, t.id),
    index('accounts_listed_name').on(listedName(t), t.id),
    index('accounts_organization_listed_name').on(t.organizationId, listedName(t), t.id),
    index('accounts_suspended').on(t.createdAt, t.id).where(sql`${t.suspendedAt} is not null`),
    index('accounts_incomplete').on(t.createdAt, t.id).where(sql`not ${t.state}`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Constant across renewals. */
    lineage: text().notNull(),
    device: text(),
    network: text(),
    pendingEmail: text(),
  },
  (t) => [
    index('sessions_account').on(t.accountId),
    index('sessions_expires_at').on(t.expiresAt),
    check('sessions_pending_email', sql`length(${t.pendingEmail}) between 1 and 254`),
    check(
      'sessions_of_a_day',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '24 hours'`,
    ),
  ],
);

export const renewedSessions = pgTable(
  'renewed_sessions',
  {
    /** SHA-256 of the former token. */
    tokenHash: text().primaryKey(),
    successorHash: text()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    /** Recreates the new token from the former one and the caller's key. */
    salt: text().notNull(),
    renewedAt: instant().notNull(),
  },
  (t) => [
    index('renewed_sessions_successor').on(t.successorHash),
    index('renewed_sessions_renewed_at').on(t.renewedAt),
  ],
);

export const contactUndos = pgTable(
  'contact_undos',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    passportNo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When this link or an older one was used. */
    endedAt: instant(),
  },
  (t) => [
    index('contact_undos_account').on(t.accountId, t.id),
    index('contact_undos_expires_at').on(t.expiresAt),
    check('contact_undos_expires', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

export const privacyAcceptances = pgTable(
  'privacy_acceptances',
  {
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    acceptedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.version] })],
);

/** One row a day for each viewer, person and kind of data. */
export const personViews = pgTable(
  'person_views',
  {
    viewedId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    viewerId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    what: text({ enum: ['details', 'photo'] }).notNull(),
    day: day().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.viewedId, t.day, t.viewerId, t.what] }),
    index('person_views_viewer').on(t.viewerId),
    index('person_views_at').on(t.at),
    check('person_views_what', isOneOf(t.what, ['details', 'photo'])),
  ],
);

export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text().primaryKey(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    uniqueIndex('password_resets_alive').on(t.accountId).where(sql`${t.usedAt} is null`),
    index('password_resets_account').on(t.accountId, t.createdAt),
  ],
);

/** Required before the default password is replaced. Stored as Argon2id hash. */
export const passwordCodes = pgTable(
  'password_codes',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('password_codes_alive').on(t.accountId).where(sql`${t.endedAt} is null`),
    index('password_codes_account').on(t.accountId, t.createdAt),
    check('password_codes_tries', sql`${t.tries} between 0 and 5`),
  ],
);

/** Failed attempts to sign in, by account and address. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: id(),
    accountHash: text().notNull(),
    address: text().notNull(),
    at: instant().notNull(),
    secret: text({ enum: ['password', 'birth_date'] })
      .notNull()
      .default('password'),
  },
  (t) => [
    check('sign_in_attempts_secret', sql`${t.secret} in ('password', 'birth_date')`),
    index('sign_in_attempts_account').on(t.accountHash, t.at),
    index('sign_in_attempts_address').on(t.address, t.at),
    index('sign_in_attempts_at').on(t.at),
  ],
);

/** Registrations and attempts with a taken identifier. */
export const registrationAttempts = pgTable(
  'registration_attempts',
  {
    id: id(),
    network: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    index('registration_attempts_network').on(t.network, t.at),
    index('registration_attempts_at').on(t.at),
  ],
);

/** Other people's attempts do not lock them out there. */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    accountId: ref()
      .notNull()
      .references((): AnyPgColumn => accounts.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.address] })],
);
