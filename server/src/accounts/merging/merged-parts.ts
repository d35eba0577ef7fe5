import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { accounts } from '../tables.ts';

/** The ids of the accounts that became part of this one, also over several merges. */
export const mergedParts = (accountId: number | SQLWrapper): SQL => sql`(
  with recursive part (id) as (
    select id from ${accounts} where merged_into_id = ${accountId}
    union select a.id from ${accounts} a join part on a.merged_into_id = part.id)
  select id from part)`;

export const findMergedParts = async (db: Executor, accountId: number): Promise<number[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${mergedParts(accountId)} as parts order by id`,
  );
  return rows.map(({ id }) => Number(id));
};
