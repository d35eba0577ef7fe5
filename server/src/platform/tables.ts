import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './database/columns.ts';

/** Rows are removed after 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** `account:12`, `staff:3`, or `guest` before login. */
    owner: text().notNull(),
    key: text().notNull(),
    route: text().notNull(),
    inputHash: text('body_hash').notNull(),
    answer: jsonb(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.owner, t.key] }),
    check('idempotency_keys_owner', sql`${t.owner} ~ '^((account|staff):[1-9][0-9]*|guest)$'`),
    check('idempotency_keys_key_length', sql`length(${t.key}) between 1 and 200`),
    index('idempotency_keys_created_at').on(t.createdAt),
  ],
);

export const unusedFiles = pgTable(
  'unused_files',
  {
    key: text().primaryKey(),
    owner: text(),
    since: instant().notNull(),
  },
  (t) => [
    index('unused_files_since').on(t.since),
    index('unused_files_owner_since').on(t.owner, t.since),
    check('unused_files_owner', sql`${t.owner} ~ '^account:[1-9][0-9]*$'`),
  ],
);

export const serverKeys = pgTable(
  'server_keys',
  {
    purpose: text().primaryKey(),
    /** 32 random bytes in base64url. */
    secret: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [check('server_keys_secret', sql`${t.secret} ~ '^[A-Za-z0-9_-]{43}$'`)],
);
