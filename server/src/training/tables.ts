import { sql } from 'drizzle-orm';
import { check, integer, numeric, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { subjects } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { instant, ref } from '../platform/columns.ts';

/** A registration's score in one subject of its course. */
export const scores = pgTable(
  'scores',
  {
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    subjectId: integer()
      .notNull()
      .references(() => subjects.id),
    score: numeric({ precision: 5, scale: 1, mode: 'number' }).notNull(),
    recordedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.subjectId] }),
    check('scores_score', sql`${t.score} >= 0`),
  ],
);
