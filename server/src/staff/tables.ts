import { roles } from '@portal/contract/rights';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from '../catalogue/tables.ts';
import { id, instant, isOneOf, ref } from '../platform/database/columns.ts';

export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: id(),
    email: text().notNull().unique(),
    name: text().notNull(),
    /** null until the invitation is accepted. */
    passwordHash: text(),
    /** Not used any more: `staff_roles` replaces it. */
    organizationId: integer().references(() => organizations.id),
    suspendedAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('staff_accounts_email', sql`${t.email} = lower(${t.email})`),
    check('staff_accounts_name', sql`${t.name} <> ''`),
  ],
);

const staffId = () =>
  ref()
    .notNull()
    .references(() => staffAccounts.id, { onDelete: 'cascade' });

/** Null: the whole association. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: id(),
    staffId: staffId(),
    role: text({ enum: roles }).notNull(),
    organizationId: integer().references(() => organizations.id),
  },
  (t) => [
    unique('staff_roles_once').on(t.staffId, t.role, t.organizationId).nullsNotDistinct(),
    index('staff_roles_role').on(t.role),
    check('staff_roles_role', isOneOf(t.role, roles)),
    check(
      'staff_roles_association_wide',
      sql`${t.role} not in ('admin', 'editor') or ${t.organizationId} is null`,
    ),
  ],
);

/** Roles that were taken away. */
export const staffFormerRoles = pgTable(
  'staff_former_roles',
  {
    id: id(),
    staffId: staffId(),
    role: text({ enum: roles }).notNull(),
    organizationId: integer().references(() => organizations.id),
    until: instant().notNull(),
  },
  (t) => [
    index('staff_former_roles_role').on(t.role, t.organizationId),
    check('staff_former_roles_role', isOneOf(t.role, roles)),
  ],
);

export const staffInvitations = pgTable(
  'staff_invitations',
  {
    tokenHash: text().primaryKey(),
    staffId: staffId(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [uniqueIndex('staff_invitations_alive').on(t.staffId).where(sql`${t.usedAt} is null`)],
);

/** Links with which people set a new password who forgot theirs. */
export const staffPasswordResets = pgTable(
  'staff_password_resets',
  {
    tokenHash: text().primaryKey(),
    staffId: staffId(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Set by a use, and by a newer link. */
    usedAt: instant(),
  },
  (t) => [
    index('staff_password_resets_staff').on(t.staffId, t.createdAt),
    uniqueIndex('staff_password_resets_alive').on(t.staffId).where(sql`${t.usedAt} is null`),
    check('staff_password_resets_expires', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    tokenHash: text().notNull().unique('staff_sessions_token'),
    staffId: staffId(),
    createdAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Null while the second factor is due. */
    confirmedAt: instant(),
    userAgent: text(),
    address: text().notNull(),
  },
  (t) => [
    index('staff_sessions_staff').on(t.staffId),
    index('staff_sessions_expires_at').on(t.expiresAt),
    check(
      'staff_sessions_of_12_hours',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '12 hours'`,
    ),
  ],
);

/** Addresses from which the person has signed in. Guesses made elsewhere do not lock them out there. */
export const staffKnownAddresses = pgTable(
  'staff_known_addresses',
  {
    staffId: staffId(),
    address: text().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.address] })],
);

/** An asked removal of all second factors, which waits for its time or for another administrator. */
export const staffFactorResets = pgTable(
  'staff_factor_resets',
  {
    staffId: ref()
      .primaryKey()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    askedBy: ref()
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    askedAt: instant().notNull(),
    dueAt: instant().notNull(),
  },
  (t) => [
    index('staff_factor_resets_due_at').on(t.dueAt),
    check('staff_factor_resets_due', sql`${t.dueAt} > ${t.askedAt}`),
  ],
);

export const staffTotp = pgTable('staff_totp', {
  staffId: ref()
    .primaryKey()
    .references(() => staffAccounts.id, { onDelete: 'cascade' }),
  /** The secret in base32. Null until the first code was right. */
  secret: text(),
  pendingSecret: text(),
  /** The time step of the last code, because no code works twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant().notNull(),
});

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: id(),
    staffId: staffId(),
    credentialId: text().notNull().unique('staff_passkeys_credential'),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [
    index('staff_passkeys_staff').on(t.staffId),
    check('staff_passkeys_name', sql`length(${t.name}) between 1 and 60`),
  ],
);

export const staffChallenges = pgTable(
  'staff_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['register', 'sign_in', 'confirm'] }).notNull(),
    /** Null when a passkey signs in. */
    staffId: ref().references(() => staffAccounts.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('staff_challenges_expires_at').on(t.expiresAt),
    check('staff_challenges_purpose', isOneOf(t.purpose, ['register', 'sign_in', 'confirm'])),
    check('staff_challenges_staff', sql`(${t.staffId} is null) = (${t.purpose} = 'sign_in')`),
  ],
);

export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    id: id(),
    staffId: staffId(),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [unique('staff_recovery_codes_code').on(t.staffId, t.codeHash)],
);

export const staffPreferences = pgTable(
  'staff_preferences',
  {
    staffId: staffId(),
    /** The list it belongs to: `columns.registrations`. */
    name: text().notNull(),
    value: jsonb().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.staffId, t.name] }),
    check('staff_preferences_name', sql`${t.name} ~ '^[a-z][A-Za-z.]{0,59}$'`),
  ],
);
