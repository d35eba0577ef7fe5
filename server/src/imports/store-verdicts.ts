import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { Judged } from './members/rules.ts';
import { importRows } from './tables.ts';

/** A wrong row loses its data, one without a problem its cells. */
export const storeVerdicts = async (
  tx: Tx,
  importId: number,
  judged: readonly (Judged & { readonly row: number })[],
): Promise<void> => {
  await tx.execute(sql`
    update ${importRows} set verdict = judged.verdict, problem = judged.problem,
      data = case when judged.verdict <> 'wrong' then ${importRows.data} end,
      cells = case when judged.problem is not null then ${importRows.cells} end
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as judged (row int, verdict text, problem text)
    where ${importRows.importId} = ${importId} and ${importRows.row} = judged.row`);
};
