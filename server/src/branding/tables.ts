import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant, ref } from '../platform/database/columns.ts';

/** Public. Never changed. */
export const logos = pgTable('logos', {
  id: id(),
  /** Unguessable. The files are `logos/{key}-{side}.png`. */
  key: text().notNull().unique(),
  createdAt: instant().notNull(),
});

/** One row at most; without it the built-in look. */
export const branding = pgTable(
  'branding',
  {
    id: smallint().primaryKey().default(1),
    name: text().notNull(),
    shortName: text().notNull(),
    colour: text().notNull(),
    senderName: text(),
    address: text(),
    logoId: ref().references(() => logos.id),
  },
  (t) => [
    check('branding_single', sql`${t.id} = 1`),
    check('branding_colour', sql`${t.colour} ~ '^#[0-9a-f]{6}$'`),
    check('branding_name', sql`length(${t.name}) > 0 and length(${t.shortName}) > 0`),
  ],
);
