import { today } from '@portal/contract/dates';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { addImportedCertificates } from '../../certificates/imported/add-imported.ts';
import type { ImportedCertificate } from '../../certificates/imported/imported-certificate.ts';
import { removeImportedCertificates } from '../../certificates/imported/remove-imported.ts';
import { certificates, importedCertificates } from '../../certificates/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isIn } from '../chunks.ts';
import { storeOutcomes } from '../outcomes.ts';
import type { ReadCertificate } from '../reading/read-certificate.ts';
import { importRows } from '../tables.ts';
import type { ChunkOfImport, ImportWork } from '../work.ts';
import { judgeCertificate } from './rules.ts';

const ofFile = (field: string) => sql`${importRows.data} ->> ${sql.raw(`'${field}'`)}`;
const kindId = sql`(${ofFile('kindId')})::int`;

/** Certificates of a record that became part of another one belong to that one. */
const isHolder = sql`${accounts.id} = (
  select coalesce(named.merged_into_id, named.id) from ${accounts} named where named.account = ${ofFile('identity')})`;

const isKnown = sql<boolean>`exists (
  select from ${importedCertificates} i
  where i.organization_id = (${ofFile('organizationId')})::int and i.kind_id = ${kindId} and i.number = ${ofFile('number')})`;

const hasLive = (day: string) => sql<boolean>`(${ofFile('endTime')})::date >= ${day}::date and exists (
  select from ${certificates} c
  where c.account_id = ${accounts.id} and c.kind_id = ${kindId} and c.state = 'valid' and c.end_time >= ${day}::date)`;

const compare = async (tx: Tx, { importId, chunk }: ChunkOfImport, now: Date): Promise<void> => {
  const compared = await tx
    .select({
      row: importRows.row,
      person: { id: accounts.id, chineseName: accounts.chineseName },
      chineseName: sql<string | null>`${ofFile('chineseName')}`,
      isKnown,
      hasLive: hasLive(today(now)),
    })
    .from(importRows)
    .leftJoin(accounts, isHolder)
    .where(and(eq(importRows.importId, importId), isIn(chunk), isNotNull(importRows.data)));
  const judged = compared.map(({ row, ...facts }) => ({ row, ...judgeCertificate(facts) }));
  await tx.execute(sql`
    update ${importRows} set verdict = judged.verdict, problem = judged.problem,
      data = case when judged.verdict <> 'wrong' then ${importRows.data} end,
      cells = case when judged.problem is not null then ${importRows.cells} end
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as judged (row int, verdict text, problem text)
    where ${importRows.importId} = ${importId} and ${importRows.row} = judged.row`);
};

type ToAdd = ImportedCertificate & { readonly row: number };

const findToAdd = async (
  tx: Tx,
  { importId, chunk, takesDoubtful }: ChunkOfImport & { readonly takesDoubtful: boolean },
): Promise<ToAdd[]> => {
  const taken = ['new', ...(takesDoubtful ? (['doubtful'] as const) : [])] as const;
  const rows = await tx
    .select({ row: importRows.row, data: importRows.data, accountId: accounts.id })
    .from(importRows)
    .innerJoin(accounts, isHolder)
    .where(
      and(
        ...[eq(importRows.importId, importId), isIn(chunk), inArray(importRows.verdict, [...taken])],
        isNull(importRows.outcome),
      ),
    );
  return rows.map(({ row, data, accountId }) => {
    const { identity: _, chineseName: __, ...certificate } = data as ReadCertificate;
    return { row, accountId, ...certificate };
  });
};

export const certificatesWork: ImportWork = {
  compare: (tx, work, { now }) => compare(tx, work, now),

  run: async (tx, work, context) => {
    const wanted = await findToAdd(tx, work);
    if (wanted.length === 0) return;
    const made = await addImportedCertificates(tx, wanted, context);
    const outcomes = wanted.map(({ row }) => {
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
    const kept = await removeImportedCertificates(tx, ids, context);
    const outcomes = rows.map(({ row, id }) => {
      const keptBecause = kept.get(id ?? 0);
      return keptBecause === undefined
        ? ({ row, outcome: 'removed' } as const)
        : ({ row, outcome: 'kept', keptBecause } as const);
    });
    await storeOutcomes(tx, importId, outcomes);
  },
};
