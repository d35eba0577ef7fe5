import {
  type ImportShape,
  importKinds,
  importStates,
  rowOutcomes,
  verdicts,
} from '@portal/contract/office/imports';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { groups } from '../groups/tables.ts';
import { jobs } from '../jobs/tables.ts';
import { id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';

export const imports = pgTable(
  'imports',
  {
    id: id(),
    kind: text({ enum: importKinds }).notNull(),
    /** The group whose members the file lists; null for other kinds. */
    groupId: ref().references(() => groups.id),
    fileName: text().notNull(),
    /** The SHA-256 digest of the file, in hexadecimal; for members, the digest of the group's id and this one. */
    sha256: text().notNull(),
    /** The names of the columns. */
    head: text().array().notNull(),
    shape: jsonb().$type<ImportShape>().notNull(),
    rows: integer().notNull(),
    state: text({ enum: importStates }).notNull().default('checking'),
    /** Doubtful rows are imported, too. */
    takesDoubtful: boolean().notNull().default(false),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    startedBy: text(),
    /** The job that works on it, or undoes it. */
    jobId: ref().references(() => jobs.id, { onDelete: 'set null' }),
    undoneAt: instant(),
    /** When its rows were removed. */
    forgottenAt: instant(),
  },
  (t) => [
    uniqueIndex('imports_file_once').on(t.kind, t.sha256).where(sql`${t.state} in ('started', 'finished')`),
    index('imports_group').on(t.groupId),
    index('imports_created_at').on(t.createdAt),
    index('imports_job').on(t.jobId),
    check('imports_kind', isOneOf(t.kind, importKinds)),
    check('imports_group', sql`(${t.kind} = 'members') = (${t.groupId} is not null)`),
    check('imports_state', isOneOf(t.state, importStates)),
    check('imports_file_name', sql`length(${t.fileName}) between 1 and 200`),
    check('imports_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('imports_rows', sql`${t.rows} >= 1`),
    check('imports_created_by', isActor(t.createdBy)),
    check('imports_started_by', isActor(t.startedBy)),
    check(
      'imports_started',
      sql`(${t.state} in ('checking', 'checked')) = (${t.startedAt} is null) and (${t.startedAt} is null) = (${t.startedBy} is null)`,
    ),
    check('imports_undone', sql`(${t.state} = 'undone') = (${t.undoneAt} is not null)`),
  ],
);

/** Removed when the import can no longer be undone. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: ref()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** The number of the row in the file, from 1. */
    row: integer().notNull(),
    /** Null until it was compared. */
    verdict: text({ enum: verdicts }),
    /** Tells staff what to correct, or what was left out. */
    problem: text(),
    /** The input of the operation; null for a row that cannot be imported. */
    data: jsonb(),
    /** The cells of the file, for rows with a problem. */
    cells: text().array(),
    outcome: text({ enum: rowOutcomes }),
    /** The id of the record that the row made or filled. It has no foreign key, because undoing removes the record. */
    madeId: ref(),
    /** The columns that the row filled. */
    filled: text().array(),
    /** Why it was kept when the import was undone. */
    keptBecause: text(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('import_rows_outcome').on(t.importId, t.outcome, t.row),
    check('import_rows_row', sql`${t.row} >= 1`),
    check('import_rows_verdict', isOneOf(t.verdict, verdicts)),
    check('import_rows_outcome_known', isOneOf(t.outcome, rowOutcomes)),
    check('import_rows_problem', sql`length(${t.problem}) between 1 and 500`),
    check('import_rows_wrong_says_why', sql`(coalesce(${t.verdict}, '') = 'wrong') = (${t.data} is null)`),
    check('import_rows_troubled', sql`${t.verdict} not in ('wrong', 'doubtful') or ${t.problem} is not null`),
    check(
      'import_rows_made',
      sql`${t.outcome} is null or ${t.outcome} = 'passed' or ${t.madeId} is not null`,
    ),
    check('import_rows_kept', sql`(coalesce(${t.outcome}, '') = 'kept') = (${t.keptBecause} is not null)`),
  ],
);

/** The columns of files, by the names of their columns. */
export const importShapes = pgTable(
  'import_shapes',
  {
    kind: text({ enum: importKinds }).notNull(),
    head: text().array().notNull(),
    shape: jsonb().$type<ImportShape>().notNull(),
    usedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.head] }),
    check('import_shapes_kind', isOneOf(t.kind, importKinds)),
  ],
);
