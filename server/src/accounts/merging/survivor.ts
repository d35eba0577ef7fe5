import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { accounts } from '../tables.ts';

/** The id of the account that this one is part of now, also over several merges; its own id if it was not merged. */
export const survivorOf = (accountId: SQLWrapper): SQL<number> => sql<number>`(
  with recursive step (id, into_id) as (
    select x.id, x.merged_into_id from ${accounts} x where x.id = ${accountId}
    union select x.id, x.merged_into_id from step join ${accounts} x on x.id = step.into_id)
  select step.id from step where step.into_id is null)`;

/** The account of the person whose number it is, or was before their records became one. */
export const isHolderOf = (identity: string): SQL =>
  sql`${accounts.id} = ${survivorOf(sql`(select named.id from ${accounts} named where named.account = ${identity})`)}`;

export const findSurvivorId = async (db: Executor, accountId: number): Promise<number> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${survivorOf(sql`${accountId}::bigint`)} as id`,
  );
  const [found] = rows;
  if (!found) throw new Error(`there is no account ${accountId}`);
  return Number(found.id);
};
