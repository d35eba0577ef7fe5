import { and, eq, inArray, sql } from 'drizzle-orm';
import { addImportedCertificates } from '../../certificates/imported/add-imported.ts';
import { removeImportedCertificates } from '../../certificates/imported/remove-imported.ts';
import { certificates } from '../../certificates/tables.ts';
import { addImportedClasses } from '../../classes/imported/add-imported.ts';
import { removeImportedClasses } from '../../classes/imported/remove-imported.ts';
import { addImportedSeats, removeImportedSeats } from '../../enrolment/seats/imported-seats.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import {
  addImportedResults,
  deleteImportedResults,
  findUnchangedResults,
} from '../../training/imported/imported-results.ts';
import { isIn } from '../chunks.ts';
import { storeOutcomes } from '../outcomes.ts';
import { personOfRow } from '../people-of-file.ts';
import type { ReadPast } from '../reading/read-past.ts';
import { importRows } from '../tables.ts';
import type { ChunkOfImport, ImportWork } from '../work.ts';
import { comparePast } from './compare-past.ts';

type PastRow = ReadPast & { readonly row: number; readonly accountId: number };

const findRows = async (
  tx: Tx,
  { importId, chunk, takesDoubtful }: ChunkOfImport & { readonly takesDoubtful: boolean },
  actor: Staff,
): Promise<PastRow[]> => {
  const { rows } = await tx.execute<{ row: number; data: ReadPast; accountId: string }>(sql`
    select ${importRows.row}, ${importRows.data}, person.id as "accountId"
    from ${importRows} cross join ${personOfRow(actor)}
    where ${importRows.importId} = ${importId} and ${isIn(chunk)} and ${importRows.outcome} is null
      and ${importRows.verdict} in ('new', ${takesDoubtful ? 'doubtful' : 'new'}) and person.matches = 1
    order by ${importRows.row}`);
  return rows.map(({ row, data, accountId }) => ({ ...data, row, accountId: Number(accountId) }));
};

const certificatesOf = (rows: readonly PastRow[], made: ReadonlyMap<number, number>) =>
  rows.flatMap(({ row, accountId, organizationId, courseId, certificate }) => {
    const registrationId = made.get(row);
    if (!certificate || registrationId === undefined) return [];
    return [{ row, accountId, organizationId, courseId, registrationId, ...certificate }];
  });

/** The certificates of registrations. Returns why others were kept, by registration. */
const removeCertificates = async (
  tx: Tx,
  ids: readonly number[],
  context: Parameters<ImportWork['undo']>[2],
): Promise<ReadonlyMap<number, string>> => {
  const own = await tx
    .select({ id: certificates.id, registrationId: certificates.registrationId })
    .from(certificates)
    .where(inArray(certificates.registrationId, [...ids]));
  const kept = await removeImportedCertificates(
    tx,
    own.map(({ id }) => id),
    context,
  );
  return new Map(
    own.flatMap(({ id, registrationId }): [number, string][] => {
      const why = kept.get(id);
      return why === undefined || registrationId === null ? [] : [[registrationId, `證書${why}`]];
    }),
  );
};

export const pastWork: ImportWork = {
  compare: comparePast,

  run: async (tx, work, context) => {
    const rows = await findRows(tx, work, context.actor);
    if (rows.length === 0) return;
    const classIds = await addImportedClasses(tx, rows, context);
    const seats = rows.flatMap(({ code, ...row }) => {
      const classId = classIds.get(code);
      return classId === undefined ? [] : [{ ...row, classId }];
    });
    const made = await addImportedSeats(
      tx,
      seats.map(({ row, classId, accountId, result, attendance }) => ({
        ...{ row, classId, accountId, result, attendance },
      })),
      context,
    );
    const results = rows.flatMap(({ row, result, scores }) => {
      const registrationId = made.get(row);
      return registrationId === undefined ? [] : [{ registrationId, result, scores }];
    });
    await addImportedResults(tx, results, context);
    const toCertify = certificatesOf(rows, made);
    if (toCertify.length > 0) await addImportedCertificates(tx, toCertify, context);
    const outcomes = rows.map(({ row }) => {
      const madeId = made.get(row);
      return madeId === undefined
        ? ({ row, outcome: 'passed' } as const)
        : ({ row, outcome: 'made', madeId } as const);
    });
    await storeOutcomes(tx, work.importId, outcomes);
  },

  undo: async (tx, { importId, chunk }, context) => {
    const rows = await tx
      .select({ row: importRows.row, id: importRows.madeId })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), isIn(chunk), eq(importRows.outcome, 'made')));
    const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
    const unchanged = await findUnchangedResults(tx, ids);
    const certified = await removeCertificates(tx, unchanged, context);
    const free = unchanged.filter((id) => !certified.has(id));
    const removed = await removeImportedSeats(tx, free, deleteImportedResults, context);
    const outcomes = rows.map(({ row, id }) => {
      if (removed.has(id ?? 0)) return { row, outcome: 'removed' } as const;
      const keptBecause = certified.get(id ?? 0) ?? '成績已修改，或已有其他紀錄';
      return { row, outcome: 'kept', keptBecause } as const;
    });
    await storeOutcomes(tx, importId, outcomes);
  },

  endUndo: async (tx, importId, context) => {
    const code = sql<string>`${importRows.data} ->> 'code'`;
    const found = await tx
      .selectDistinct({ code })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), eq(importRows.outcome, 'removed')));
    await removeImportedClasses(
      tx,
      found.map((each) => each.code),
      context,
    );
  },
};
