import { integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';

/** A category of course introductions. */
export const introTypes = pgTable('intro_types', {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  title: text().notNull().unique(),
  /** The key of its picture among the files. */
  pictureKey: text().notNull(),
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
    position: integer().notNull(),
  },
  (t) => [unique('intros_type_position').on(t.typeId, t.position)],
);

export const banners = pgTable('banners', {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  pictureKey: text().notNull(),
  position: integer().notNull(),
});

/** The one row of what the association says of itself, and later settings. */
export const siteSettings = pgTable('site_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});
