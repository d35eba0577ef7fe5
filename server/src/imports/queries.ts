import {
  IMPORT_ROWS_SHOWN,
  type ImportKind,
  type RowOutcome,
  type Verdict,
} from '@portal/contract/office/imports';
import { type AnyColumn, and, desc, eq, getTableColumns, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import { groups } from '../groups/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { withinScope } from '../staff/scope.ts';
import { staffAccounts } from '../staff/tables.ts';
import { mayImport, mayImportAll } from './policy.ts';
import { importRows, importShapes, imports } from './tables.ts';

export type Import = typeof imports.$inferSelect;

/** The name of the staff member in an actor column; null for other actors. */
export const staffName = (actor: AnyColumn) =>
  sql<string | null>`(select s.name from ${staffAccounts} s where 'staff:' || s.id = ${actor})`;

const ofGroup = { groupName: groups.name, organizationId: groups.organizationId };

const namedImports = (db: Executor) =>
  db
    .select({ ...getTableColumns(imports), ...ofGroup, by: staffName(imports.createdBy) })
    .from(imports)
    .leftJoin(groups, eq(groups.id, imports.groupId))
    .$dynamic();

export type NamedImport = Awaited<ReturnType<typeof namedImports>>[number];

/** Throws `not_found` unless the actor may import it. */
export const findImport = async (db: Executor, id: number, actor: Staff): Promise<NamedImport> => {
  const [found] = await namedImports(db).where(eq(imports.id, id));
  if (!found || !mayImport(actor, found)) throw new Refusal('not_found');
  return found;
};

const MAX_SHOWN = 100;

const isWithin = (actor: Staff) =>
  mayImportAll(actor)
    ? undefined
    : and(isNotNull(imports.groupId), withinScope(actor, 'group.manage', groups.organizationId));

/** Finds imports of the kinds that the actor may import. */
export const findImports = (db: Executor, actor: Staff): Promise<NamedImport[]> =>
  namedImports(db).where(isWithin(actor)).orderBy(desc(imports.createdAt), desc(imports.id)).limit(MAX_SHOWN);

export const lockImport = async (tx: Tx, id: number): Promise<Import> => {
  const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('no key update');
  if (!found) throw new Refusal('not_found');
  return found;
};

export const findShapes = (db: Executor, kind: ImportKind) =>
  db
    .select({ head: importShapes.head, shape: importShapes.shape })
    .from(importShapes)
    .where(eq(importShapes.kind, kind))
    .orderBy(desc(importShapes.usedAt))
    .limit(MAX_SHOWN);

const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
const withVerdict = (verdict: Verdict) => countOf(sql`verdict = ${verdict}`);
const withOutcome = (outcome: RowOutcome) => countOf(sql`outcome = ${outcome}`);

const isPartial = sql`verdict in ('new', 'changed', 'same') and problem is not null`;

export const countRows = async (db: Executor, importId: number) => {
  const [counted] = await db
    .select({
      ...{ new: withVerdict('new'), changed: withVerdict('changed'), same: withVerdict('same') },
      ...{ doubtful: withVerdict('doubtful'), wrong: withVerdict('wrong'), partial: countOf(isPartial) },
      ...{ made: withOutcome('made'), filled: withOutcome('filled'), passed: withOutcome('passed') },
      ...{ removed: withOutcome('removed'), kept: withOutcome('kept') },
    })
    .from(importRows)
    .where(eq(importRows.importId, importId));
  if (!counted) throw new Error('the rows were not counted');
  return counted;
};

const shownConditions = {
  doubtful: sql`verdict = 'doubtful'`,
  wrong: sql`verdict = 'wrong'`,
  partial: isPartial,
  kept: sql`outcome = 'kept'`,
} as const;

/** The first rows of these. */
export const findShownRows = (
  db: Executor,
  { id: importId, shape }: Pick<Import, 'id' | 'shape'>,
  which: keyof typeof shownConditions,
) =>
  db
    .select({
      row: importRows.row,
      // A wrong row has only its cells.
      name: sql<string>`coalesce(data ->> 'chineseName', cells[${(shape.columns.chineseName ?? -1) + 1}::int], '')`,
      problem: which === 'kept' ? importRows.keptBecause : importRows.problem,
    })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), shownConditions[which]))
    .orderBy(importRows.row)
    .limit(IMPORT_ROWS_SHOWN);

const PROBLEM_ROWS = 1000;

/** All rows with a problem, with their cells, a part at a time. */
export async function* findProblems(db: Executor, importId: number) {
  for (let after = 0; ; ) {
    const rows = await db
      .select({ row: importRows.row, cells: importRows.cells, problem: importRows.problem })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), isNotNull(importRows.problem), gt(importRows.row, after)))
      .orderBy(importRows.row)
      .limit(PROBLEM_ROWS);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PROBLEM_ROWS) return;
    after = last.row;
  }
}

export const countProblems = (db: Executor, importId: number): Promise<number> =>
  db.$count(importRows, and(eq(importRows.importId, importId), isNotNull(importRows.problem)));
