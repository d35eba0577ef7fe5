import type { SitePage } from '@portal/contract/content';
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

/** Public. Never changed. */
export const pictures = pgTable(
  'pictures',
  {
    /** Unguessable. */
    key: text().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('pictures_key', sql`${t.key} ~ '^[A-Za-z0-9_-]{16,64}$'`),
    check('pictures_size', sql`${t.width} between 1 and 4000 and ${t.height} between 1 and 4000`),
  ],
);

export const introTypes = pgTable('intro_types', {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  title: text().notNull().unique(),
  pictureKey: text()
    .notNull()
    .references(() => pictures.key),
  position: integer().notNull(),
});

export const intros = pgTable(
  'intros',
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    typeId: integer()
      .notNull()
      .references(() => introTypes.id),
    title: text().notNull(),
    html: text().notNull(),
    /** Waits until an editor publishes it in the place of title and text. */
    revision: jsonb().$type<SitePage>(),
    position: integer().notNull(),
    /** Null: a draft. In the future: the public sees it then. */
    publishedAt: instant().default(sql`'2026-01-01 00:00:00+08'`),
  },
  (t) => [unique('intros_type_position').on(t.typeId, t.position)],
);

export const banners = pgTable(
  'banners',
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    pictureKey: text()
      .notNull()
      .references(() => pictures.key),
    position: integer().notNull(),
    /** The text for people who do not see the picture. */
    title: text().notNull().default('橫幅圖片'),
    /** The point that stays in view where the picture is cut, in percent from the left and from above. */
    focusX: smallint().notNull().default(50),
    focus: smallint().notNull().default(40),
    /** A path of this site or another site's address. */
    link: text(),
    /** Null: a draft. In the future: the public sees it then. */
    publishedAt: instant().default(sql`'2026-01-01 00:00:00+08'`),
  },
  (t) => [
    check(
      'banners_focus_point',
      sql`${t.focus} between 0 and 100 and ${t.focus} % 10 = 0 and ${t.focusX} between 0 and 100 and ${t.focusX} % 10 = 0`,
    ),
  ],
);

/** The footer and later settings. */
export const siteSettings = pgTable('site_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});
