import { attendanceStates } from '@portal/contract/office/attendance';
import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { classSessions, subjects } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { instant, isActor, isOneOf, ref } from '../platform/columns.ts';
import { RESULT_STATES } from './states.ts';

/** A registration's published score in one subject of its course. */
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

/** The last change of a row: by whom, when, and how many there were. */
const changed = () => ({
  version: integer().notNull(),
  updatedBy: text().notNull(),
  updatedAt: instant().notNull(),
});

/** A score that trainees do not see yet. Publication moves it to `scores`. */
export const draftScores = pgTable(
  'draft_scores',
  {
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    subjectId: integer()
      .notNull()
      .references(() => subjects.id),
    /** Null where it was deleted. */
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

/** How far the result of a registration is. A published result without a row is from before drafts were kept. */
export const results = pgTable(
  'results',
  {
    registrationId: ref()
      .primaryKey()
      .references(() => registrations.id),
    state: text({ enum: RESULT_STATES }).notNull(),
    /** 1 pass, 2 fail, as staff set it; null: as proposed. Once published `registrations.result` tells the result. */
    decided: smallint(),
    /** Why it differs from the proposal, or why it was corrected. */
    reason: text(),
    publishedAt: instant(),
    /** Also counts the changes of the draft's scores. */
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

/** How a person attended a session of their class. */
export const attendance = pgTable(
  'attendance',
  {
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    sessionId: ref()
      .notNull()
      .references(() => classSessions.id),
    /** Null where it was taken back. */
    state: text({ enum: attendanceStates }),
    /** Minutes missed by somebody late. */
    missedMinutes: smallint().notNull().default(0),
    /** When their code was scanned; null where staff marked them. */
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
