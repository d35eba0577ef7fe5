import { and, eq, inArray, isNull } from 'drizzle-orm';
import { fillPeople, unfillPeople } from '../../accounts/profile/fill-people.ts';
import { addPeople } from '../../accounts/sign-up/add-people.ts';
import type { ImportedPerson } from '../../accounts/sign-up/imported-person.ts';
import { removePeople } from '../../accounts/sign-up/remove-people.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { isIn } from '../chunks.ts';
import { storeOutcomes } from '../outcomes.ts';
import { importRows } from '../tables.ts';
import type { ChunkOfImport, ImportWork } from '../work.ts';
import { comparePeople } from './compare-people.ts';

interface PersonRow {
  readonly row: number;
  readonly verdict: string | null;
  readonly data: ImportedPerson;
}

const findRows = async (
  tx: Tx,
  { importId, chunk, takesDoubtful }: ChunkOfImport & { readonly takesDoubtful: boolean },
): Promise<PersonRow[]> => {
  const verdicts = ['new', 'changed', ...(takesDoubtful ? (['doubtful'] as const) : [])] as const;
  const rows = await tx
    .select({ row: importRows.row, verdict: importRows.verdict, data: importRows.data })
    .from(importRows)
    .where(
      and(
        ...[eq(importRows.importId, importId), isIn(chunk), inArray(importRows.verdict, [...verdicts])],
        isNull(importRows.outcome),
      ),
    );
  return rows as PersonRow[];
};

const addNew = async (tx: Tx, importId: number, rows: readonly PersonRow[], context: Context<Staff>) => {
  const made = await addPeople(
    tx,
    rows.map(({ data }) => data),
    context,
  );
  const outcomes = rows.map(({ row, data }) => {
    const madeId = made.get(data.number);
    return madeId === undefined
      ? ({ row, outcome: 'passed' } as const)
      : ({ row, outcome: 'made', madeId } as const);
  });
  await storeOutcomes(tx, importId, outcomes);
};

const fillKnown = async (tx: Tx, importId: number, rows: readonly PersonRow[], context: Context<Staff>) => {
  const known = await tx
    .select({ id: accounts.id, number: accounts.account })
    .from(accounts)
    .where(
      inArray(
        accounts.account,
        rows.map(({ data }) => data.number),
      ),
    );
  const ids = new Map(known.map(({ id, number }) => [number, id]));
  const fillings = rows.flatMap(({ data }) => {
    const accountId = ids.get(data.number);
    return accountId === undefined ? [] : [{ accountId, data }];
  });
  const filled = await fillPeople(tx, fillings, context);
  const outcomes = rows.map(({ row, data }) => {
    const madeId = ids.get(data.number);
    const fields = madeId === undefined ? undefined : filled.get(madeId);
    return fields === undefined
      ? ({ row, outcome: 'passed' } as const)
      : ({ row, outcome: 'filled', madeId, filled: fields } as const);
  });
  await storeOutcomes(tx, importId, outcomes);
};

const findDone = (tx: Tx, { importId, chunk }: ChunkOfImport) =>
  tx
    .select({
      row: importRows.row,
      outcome: importRows.outcome,
      id: importRows.madeId,
      data: importRows.data,
      filled: importRows.filled,
    })
    .from(importRows)
    .where(
      and(eq(importRows.importId, importId), isIn(chunk), inArray(importRows.outcome, ['made', 'filled'])),
    );

type DoneRow = Awaited<ReturnType<typeof findDone>>[number];

const undoMade = async (tx: Tx, rows: readonly DoneRow[], context: Context<Staff>) => {
  const kept = await removePeople(
    tx,
    rows.flatMap(({ id }) => (id === null ? [] : [id])),
    context,
  );
  return (id: number | null): string | null => (id === null ? null : (kept.get(id) ?? null));
};

const undoFilled = async (tx: Tx, rows: readonly DoneRow[], context: Context<Staff>) => {
  const filled = rows.flatMap(({ id, data, filled: fields }) =>
    id === null ? [] : [{ accountId: id, data: data as ImportedPerson, fields: fields ?? [] }],
  );
  const emptied = await unfillPeople(tx, filled, context);
  return (id: number | null): string | null => (id !== null && emptied.has(id) ? null : '學員已自行設定密碼');
};

export const peopleWork: ImportWork = {
  compare: (tx, { importId, chunk }) => comparePeople(tx, importId, chunk),

  run: async (tx, work, context) => {
    const rows = await findRows(tx, work);
    const [fresh, known] = [
      rows.filter(({ verdict }) => verdict !== 'changed'),
      rows.filter(({ verdict }) => verdict === 'changed'),
    ];
    if (fresh.length > 0) await addNew(tx, work.importId, fresh, context);
    if (known.length > 0) await fillKnown(tx, work.importId, known, context);
  },

  undo: async (tx, work, context) => {
    const rows = await findDone(tx, work);
    const [made, filled] = [
      rows.filter(({ outcome }) => outcome === 'made'),
      rows.filter(({ outcome }) => outcome === 'filled'),
    ];
    const reasons = [
      [made, await undoMade(tx, made, context)],
      [filled, await undoFilled(tx, filled, context)],
    ] as const;
    const outcomes = reasons.flatMap(([undone, reasonOf]) =>
      undone.map(({ row, id }) => {
        const keptBecause = reasonOf(id);
        return keptBecause === null
          ? ({ row, outcome: 'removed' } as const)
          : ({ row, outcome: 'kept', keptBecause } as const);
      }),
    );
    await storeOutcomes(tx, work.importId, outcomes);
  },
};
