import type { RowOutcome } from '@portal/contract/office/imports';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { importRows } from './tables.ts';

interface Outcome {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly madeId?: number | undefined;
  readonly filled?: readonly string[];
  readonly keptBecause?: string;
}

export const storeOutcomes = async (
  tx: Tx,
  importId: number,
  outcomes: readonly Outcome[],
): Promise<void> => {
  await tx.execute(sql`
    update ${importRows} set outcome = became.outcome, made_id = coalesce(became."madeId", ${importRows.madeId}),
      filled = coalesce(became.filled, ${importRows.filled}), kept_because = became."keptBecause"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as became (
      row int, outcome text, "madeId" bigint, filled text[], "keptBecause" text)
    where ${importRows.importId} = ${importId} and ${importRows.row} = became.row`);
};
