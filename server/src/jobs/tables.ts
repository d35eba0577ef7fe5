import { jobStates } from '@portal/contract/office/jobs';
import { rights } from '@portal/contract/rights';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { organizations } from '../catalogue/tables.ts';
import { id, instant, isOneOf, ref } from '../platform/database/columns.ts';
import { staffAccounts } from '../staff/tables.ts';
import { ITEM_STATES } from './states.ts';

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    /** Shown to staff, in Traditional Chinese. */
    title: text().notNull(),
    input: jsonb().notNull(),
    state: text({ enum: jobStates }).notNull().default('queued'),
    /** The staff member who requested the job. */
    staffId: ref()
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    /** The session of the call that requested the job. */
    sessionId: ref(),
    /** The right that the requester must hold in the organisation whenever a server takes the job. */
    right: text('required_right', { enum: rights as [(typeof rights)[number]] }).notNull(),
    /** Null: the whole association. */
    organizationId: integer().references(() => organizations.id),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Leases since the last progress. */
    attempts: integer().notNull().default(0),
    /** Grows with each lease. A server whose number is no longer this one has lost the job. */
    leaseNumber: integer().notNull().default(0),
    /** A server takes the job at this time at the earliest. While it is leased, this is the end of the lease. */
    dueAt: instant().notNull(),
    createdAt: instant().notNull(),
    endedAt: instant(),
    /** The job and its file are removed so many hours after the end. */
    keptHours: integer().notNull(),
    /** Tells staff why the job was stopped or failed. */
    error: text(),
    fileKey: text(),
    fileName: text(),
    fileType: text(),
  },
  (t) => [
    index('jobs_due').on(t.dueAt).where(sql`${t.state} in ('queued', 'running')`),
    index('jobs_staff').on(t.staffId, t.createdAt),
    index('jobs_created_at').on(t.createdAt),
    index('jobs_ended_at').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    index('jobs_file').on(t.fileKey).where(sql`${t.fileKey} is not null`),
    check('jobs_state', isOneOf(t.state, jobStates)),
    check('jobs_title', sql`length(${t.title}) between 1 and 200`),
    check('jobs_counts', sql`${t.done} >= 0 and ${t.failed} >= 0 and ${t.done} + ${t.failed} <= ${t.total}`),
    check('jobs_whole', sql`${t.state} <> 'done' or ${t.done} + ${t.failed} = ${t.total}`),
    check('jobs_attempts', sql`${t.attempts} >= 0`),
    check('jobs_ended', sql`(${t.state} in ('queued', 'running')) = (${t.endedAt} is null)`),
    check('jobs_kept_hours', sql`${t.keptHours} between 1 and 8784`),
    check('jobs_failed_says_why', sql`${t.state} <> 'failed' or coalesce(${t.error}, '') <> ''`),
    check(
      'jobs_file_whole',
      sql`(${t.fileKey} is null) = (${t.fileName} is null) and (${t.fileKey} is null) = (${t.fileType} is null)`,
    ),
  ],
);

export const jobItems = pgTable(
  'job_items',
  {
    jobId: ref()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The place in the order of the work, from 1. */
    position: integer().notNull(),
    /** Identifies the object of the work, for example by the id of a registration. */
    key: text().notNull(),
    /** Shown to staff, for example a name. */
    label: text().notNull(),
    state: text({ enum: ITEM_STATES }).notNull().default('waiting'),
    /** The code of the refusal of a failed item. */
    code: text(),
    /** Tells staff what was made, or why nothing was. */
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.position] }),
    unique('job_items_once').on(t.jobId, t.key),
    index('job_items_waiting').on(t.jobId, t.position).where(sql`${t.state} = 'waiting'`),
    index('job_items_failed').on(t.jobId, t.position).where(sql`${t.state} = 'failed'`),
    check('job_items_state', isOneOf(t.state, ITEM_STATES)),
    check('job_items_position', sql`${t.position} >= 1`),
    check(
      'job_items_failed_says_why',
      sql`(${t.state} = 'failed') = (${t.code} is not null) and (${t.code} is null or coalesce(${t.note}, '') <> '')`,
    ),
  ],
);
