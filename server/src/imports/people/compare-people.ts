import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { fillableFields } from '../../accounts/profile/fill-people.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Chunk, isIn } from '../chunks.ts';
import { importRows } from '../tables.ts';
import { judgePerson } from './rules.ts';

const number = sql`${importRows.data} ->> 'number'`;
const name = sql`${importRows.data} ->> 'chineseName'`;
const birthday = sql`(${importRows.data} ->> 'birthday')::date`;

const findCompared = (tx: Tx, importId: number, chunk: Chunk) =>
  tx
    .select({
      row: importRows.row,
      verdict: importRows.verdict,
      problem: importRows.problem,
      knownId: accounts.id,
      differs: sql<boolean>`${accounts.chineseName} <> ${name} or ${accounts.birthday} is distinct from ${birthday}`,
      fillable: sql<number>`cardinality(${fillableFields(sql`${importRows.data}`)})`,
      twin: sql<string | null>`case when ${accounts.id} is null then (
        select twin.account from ${accounts} twin
        where twin.chinese_name = ${name} and twin.birthday = ${birthday} limit 1) end`,
    })
    .from(importRows)
    .leftJoin(accounts, eq(accounts.account, sql`${number}`))
    .where(and(eq(importRows.importId, importId), isIn(chunk), isNotNull(importRows.data)));

/** Compares people of the file with the accounts, and stores the verdicts. */
export const comparePeople = async (tx: Tx, importId: number, chunk: Chunk): Promise<void> => {
  const compared = await findCompared(tx, importId, chunk);
  const judged = compared.map(({ row, verdict, problem, knownId, differs, fillable, twin }) => ({
    row,
    ...judgePerson({
      verdict: verdict === 'doubtful' ? verdict : null,
      problem,
      known: knownId === null ? null : { differs: differs ?? false, fillable },
      twin: twin === null ? null : maskIdentity(twin),
    }),
  }));
  await tx.execute(sql`
    update ${importRows} set verdict = judged.verdict, problem = judged.problem,
      cells = case when judged.problem is not null then ${importRows.cells} end
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as judged (row int, verdict text, problem text)
    where ${importRows.importId} = ${importId} and ${importRows.row} = judged.row`);
};
