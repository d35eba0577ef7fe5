import { sql } from 'drizzle-orm';
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
import { organizations } from '../catalogue/tables.ts';
import { day, id, instant, isOneOf, ref } from '../platform/columns.ts';

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
    /** The postal code. Not unique: all districts of 新竹市 share 300, of 嘉義市 600. */
    code: text().notNull(),
    /** A second postal code that is also right, e.g. 248 for 新莊區. */
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

const lookup = (name: string) =>
  pgTable(name, {
    id: integer().primaryKey(),
    name: text().notNull().unique(),
    position: integer().notNull(),
  });

export const careers = lookup('careers');
export const educations = lookup('educations');
export const educationStatuses = lookup('education_statuses');

/** A person who can log in (學員). Imported people may lack everything but the identifier and the birthday. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    country: text({ enum: ['local', 'foreign'] }).notNull(),
    idNumber: text().unique(),
    passportNo: text().unique(),
    /** What is typed to log in; unique among all countries. */
    account: text()
      .notNull()
      .generatedAlwaysAs(sql`case when country = 'local' then id_number else passport_no end`)
      .unique(),
    passwordHash: text().notNull(),
    /** The password is still the birth date that the old system gave. */
    passwordIsBirthday: boolean().notNull().default(false),
    /** The default password ends some time after this. null: when the account was made. */
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
    /** The key of the photo among the files. */
    photoKey: text(),
    /** When a link of a mail to this address was opened; null while nobody has shown to read it. */
    emailConfirmedAt: instant(),
    suspendedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Every required field is there and the password is no longer the birth date. */
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
    index('accounts_organization').on(t.organizationId),
  ],
);

/** An opaque token, known only by its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    /** Ends at the latest: 24 hours after the login. */
    expiresAt: instant().notNull(),
    /** Stays the same while the token is renewed; null where an older version started the session. */
    lineage: text(),
    /** Browser and system in a few words, where they are known. */
    device: text(),
    /** The network from which the token was given out. */
    network: text(),
    /** The e-mail address given here by somebody with a default password. The account gets it with the first own password. */
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

/**
 * A token that was exchanged for a fresh one, for as long as the exchange may be repeated. The row goes with the session that
 * came of it.
 */
export const renewedSessions = pgTable(
  'renewed_sessions',
  {
    /** SHA-256 of the former token. */
    tokenHash: text().primaryKey(),
    successorHash: text()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    /** With the former token and the caller's key it makes the fresh token again. */
    salt: text().notNull(),
    renewedAt: instant().notNull(),
  },
  (t) => [
    index('renewed_sessions_successor').on(t.successorHash),
    index('renewed_sessions_renewed_at').on(t.renewedAt),
  ],
);

/** A link that restores what opened the account before it was changed, known only by the SHA-256 of its token. */
export const contactUndos = pgTable(
  'contact_undos',
  {
    /** In the order of the changes. */
    id: id(),
    tokenHash: text().notNull().unique(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Where the link was sent, and what is restored. */
    email: text().notNull(),
    /** null where the number was not changed. */
    passportNo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When it was used, or an older one was. */
    endedAt: instant(),
  },
  (t) => [
    index('contact_undos_account').on(t.accountId, t.id),
    index('contact_undos_expires_at').on(t.expiresAt),
    check('contact_undos_expires', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

/** Which version of the privacy notice a person accepted, and when first. */
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

/** Whose data somebody else looked at: one row a day for each viewer, person and kind of data. */
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
    /** In Taipei. */
    day: day().notNull(),
    /** The first time of that day. */
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.viewedId, t.day, t.viewerId, t.what] }),
    index('person_views_viewer').on(t.viewerId),
    index('person_views_at').on(t.at),
    check('person_views_what', isOneOf(t.what, ['details', 'photo'])),
  ],
);

/** A one-time link, known only by the SHA-256 of its token. */
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
    // At most one link of an account is alive.
    uniqueIndex('password_resets_alive').on(t.accountId).where(sql`${t.usedAt} is null`),
    // How many were sent lately.
    index('password_resets_account').on(t.accountId, t.createdAt),
  ],
);

/** A code sent to the known mailbox before the first own password is set. Kept only as its Argon2id hash. */
export const passwordCodes = pgTable(
  'password_codes',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    /** How many codes were compared with it. */
    tries: integer().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When it was used, or replaced by another. */
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('password_codes_alive').on(t.accountId).where(sql`${t.endedAt} is null`),
    index('password_codes_account').on(t.accountId, t.createdAt),
    check('password_codes_tries', sql`${t.tries} between 0 and 5`),
  ],
);

/**
 * Every password, and every birth date of who forgot it, that was wrong or is being checked: by account (normalised as
 * typed, hashed) and address.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: id(),
    /** SHA-256 of the account as typed: no identity number stands in a log of failures. */
    accountHash: text().notNull(),
    address: text().notNull(),
    at: instant().notNull(),
    /** What was tried. Each kind has a budget of its own. */
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

/** Registrations by network: those that made an account, and those of an identifier that was taken. */
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

/** Addresses from which an account logged in before: never locked out by somebody else's guesses. */
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
