import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { addImportedMembers } from '../../groups/imported/add-imported.ts';
import type { ImportedMember } from '../../groups/imported/imported-member.ts';
import { removeImportedManagers } from '../../groups/imported/remove-managers.ts';
import { removeImportedMembers } from '../../groups/imported/remove-members.ts';
import { groups, memberships } from '../../groups/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { isIn } from '../chunks.ts';
import { storeOutcomes } from '../outcomes.ts';
import { personOfRow } from '../people-of-file.ts';
import type { ReadMember } from '../reading/read-member.ts';
import { importRows } from '../tables.ts';
import type { ChunkOfImport, ImportWork } from '../work.ts';
import { compareMembers } from './compare-members.ts';

type Run = ChunkOfImport & { readonly takesDoubtful: boolean; readonly actor: Staff };

interface FoundRow extends Record<string, unknown> {
  readonly row: number;
  readonly data: ReadMember;
  readonly accountId: string;
}

const findRows = async (
  tx: Tx,
  { importId, takesDoubtful, actor }: Run,
  condition: SQL,
): Promise<ImportedMember[]> => {
  const { rows } = await tx.execute<FoundRow>(sql`
    select ${importRows.row}, ${importRows.data}, person.id as "accountId"
    from ${importRows} cross join ${personOfRow(actor)}
    where ${importRows.importId} = ${importId} and ${condition} and ${importRows.outcome} is null
      and ${importRows.verdict} in ('new', 'changed', ${takesDoubtful ? 'doubtful' : 'new'}) and person.matches = 1
    order by ${importRows.row}`);
  return rows.map(({ row, accountId, data: { role, code, group, organizationId } }) => ({
    ...{ row, role, code, group, organizationId },
    accountId: Number(accountId),
  }));
};

/** The managers of groups that the chunk names first, wherever they stand in the file: a group begins with its managers. */
const findFirstManagers = async (tx: Tx, work: Run, rows: readonly ImportedMember[]) => {
  const codes = [...new Set(rows.map(({ code }) => code))];
  const known = await tx.select({ code: groups.code }).from(groups).where(inArray(groups.code, codes));
  const missing = codes.filter((code) => known.every((group) => group.code !== code));
  if (missing.length === 0) return [];
  return findRows(
    tx,
    work,
    sql`${importRows.data} ->> 'role' = 'manager'
      and ${importRows.data} ->> 'code' = any(array(select jsonb_array_elements_text(${JSON.stringify(missing)}::jsonb)))`,
  );
};

const findDone = (tx: Tx, importId: number, role: SQL) =>
  tx
    .select({
      ...{ row: importRows.row, id: importRows.madeId, filled: importRows.filled },
      ...{ groupId: memberships.groupId },
    })
    .from(importRows)
    .innerJoin(memberships, eq(memberships.id, importRows.madeId))
    .where(and(eq(importRows.importId, importId), inArray(importRows.outcome, ['made', 'filled']), role));

const asAdded = ({ row, id, filled }: Awaited<ReturnType<typeof findDone>>[number]) => ({
  ...{ row, membershipId: id ?? 0 },
  how: (filled?.[0] ?? 'member') as 'group' | 'member' | 'again' | 'role',
});

const storeUndone = (
  tx: Tx,
  importId: number,
  undone: readonly { readonly row: number }[],
  kept: ReadonlyMap<number, string>,
) =>
  storeOutcomes(
    tx,
    importId,
    undone.map(({ row }) => {
      const keptBecause = kept.get(row);
      return keptBecause === undefined
        ? ({ row, outcome: 'removed' } as const)
        : ({ row, outcome: 'kept', keptBecause } as const);
    }),
  );

const isManager = sql`${importRows.data} ->> 'role' = 'manager'`;

export const membersWork: ImportWork = {
  compare: compareMembers,

  run: async (tx, chunk, context) => {
    const work = { ...chunk, actor: context.actor };
    const own = await findRows(tx, work, isIn(work.chunk));
    if (own.length === 0) return;
    const first = await findFirstManagers(tx, work, own);
    const known = new Set(own.map(({ row }) => row));
    const added = await addImportedMembers(
      tx,
      [...first.filter(({ row }) => !known.has(row)), ...own],
      context,
    );
    const gone = new Set(added.map(({ row }) => row));
    await storeOutcomes(tx, work.importId, [
      ...added.map(({ row, membershipId: madeId, how }) => ({
        ...{ row, madeId, filled: [how] },
        outcome: how === 'role' ? ('filled' as const) : ('made' as const),
      })),
      ...own.filter(({ row }) => !gone.has(row)).map(({ row }) => ({ row, outcome: 'passed' as const })),
    ]);
  },

  undo: async (tx, { importId, chunk }, context) => {
    const rows = await findDone(tx, importId, sql`${isIn(chunk)} and not ${isManager}`);
    await storeUndone(tx, importId, rows, await removeImportedMembers(tx, rows.map(asAdded), context));
  },

  // Managers stay where their group stays in use, which is known when all members are judged.
  endUndo: async (tx, importId, context) => {
    const rows = await findDone(tx, importId, isManager);
    await storeUndone(tx, importId, rows, await removeImportedManagers(tx, rows.map(asAdded), context));
  },
};
