import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { bigint, date, timestamp } from 'drizzle-orm/pg-core';

export const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey();
export const ref = () => bigint({ mode: 'number' });
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });
/** A day in Taipei: `2026-12-05`. */
export const day = () => date({ mode: 'string' });

/** A CHECK that allows only these words, or null. */
export const isOneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
/** A CHECK that allows `account:12`, `staff:3` or `system`. */
export const isActor = (column: AnyColumn): SQL => sql`${column} ~ '^((account|staff):[1-9][0-9]*|system)$'`;
