import { attendanceStates } from '@portal/contract/office/training';
import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { subjects } from '../catalogue/tables.ts';
import { classSessions } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import { RESULT_STATES } from './states.ts';

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

const changed = () => ({
  version: integer().notNull(),
  updatedBy: text().notNull(),
  updatedAt: instant().notNull(),
});

/** Publication moves it to `scores`. */
export const draftScores = pgTable(
  'draft_scores',
  {
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    subjectId: integer()
      .notNull()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    score: numeric({ precision: 5, scale: 1, mode: 'number' }),
    ...changed(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.subjectId] }),
    check('draft_scores_score', sql`${t.score} >= 0`),
    check('draft_scores_version', sql`${t.version} >= 1`),
    check('draft_scores_updated_by', isActor(t.updatedBy)),
  ],
);

/** Results that were published before drafts existed have no row. */
export const results = pgTable(
  'results',
  {
    registrationId: ref()
      .primaryKey()
      .references(() => registrations.id),
    state: text({ enum: RESULT_STATES }).notNull(),
    /** Null follows the proposal. After the publication only `registrations.result` counts. */
    decided: smallint(),
    reason: text(),
    publishedAt: instant(),
    /** The version also counts changes of the draft's scores. */
    ...changed(),
  },
  (t) => [
    check('results_state', isOneOf(t.state, RESULT_STATES)),
    check('results_decided', sql`${t.decided} in (1, 2)`),
    check('results_reason', sql`length(${t.reason}) between 1 and 500`),
    check('results_published', sql`(${t.state} = 'draft') = (${t.publishedAt} is null)`),
    check('results_version', sql`${t.version} >= 1`),
    check('results_updated_by', isActor(t.updatedBy)),
  ],
);

export const attendance = pgTable(
  'attendance',
  {
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    sessionId: ref()
      .notNull()
      .references(() => classSessions.id),
    state: text({ enum: attendanceStates }),
    missedMinutes: smallint().notNull().default(0),
    checkedInAt: instant(),
    ...changed(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.sessionId] }),
    index('attendance_session').on(t.sessionId),
    check('attendance_state', isOneOf(t.state, attendanceStates)),
    check(
      'attendance_missed',
      sql`${t.missedMinutes} between 0 and 1440 and (${t.missedMinutes} = 0 or ${t.state} is not distinct from 'late')`,
    ),
    check('attendance_version', sql`${t.version} >= 1`),
    check('attendance_updated_by', isActor(t.updatedBy)),
  ],
);
