import { sql } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database/database.ts';
import { statementLines, statements } from './tables.ts';

/** A known line with the texts that it gets from a later file that has more of them. */
export interface Completion {
  readonly id: number;
  readonly digits: string | null;
  readonly maybe_digits: string | null;
  readonly name: string | null;
  readonly memo: string | null;
}

/** SQL for the text of the file if it contains the stored one, otherwise the stored one. */
const longerText = (column: string) =>
  sql.raw(
    `case when l.${column} is null or strpos(g.${column}, l.${column}) > 0 then g.${column} else l.${column} end`,
  );

/** The payers of older statements may have been removed, and must not come back. */
const isRecent = (now: Date) =>
  sql`s.imported_at > ${now}::timestamptz - interval '1 year' and s.forgotten_at is null`;

/** Finds known lines of which the file has longer texts. `lines`: a JSON array, as for an import. */
export const findCompletions = async (
  db: Executor,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
  lines: string,
): Promise<Completion[]> => {
  const { rows } = await db.execute<Completion & Record<string, unknown>>(sql`
    select id::int, digits, maybe_digits, name, memo from (
      select l.id, coalesce(l.digits, g.digits) as digits,
        case when l.digits is null then coalesce(g.maybe_digits, l.maybe_digits) else l.maybe_digits end as maybe_digits,
        ${longerText('name')} as name, ${longerText('memo')} as memo,
        (l.digits, l.name, l.memo) as former
      from jsonb_to_recordset(${lines}::jsonb) as g (
        digits text, maybe_digits text, name text, memo text, fingerprint text)
      join ${statementLines} l on l.bank_account_id = ${accountId} and l.fingerprint = g.fingerprint
      join ${statements} s on s.id = l.statement_id
      where ${isRecent(now)}) c
    where (digits, name, memo) is distinct from former`);
  return rows;
};

/** Updates the texts. Locks the lines by id, as payments do. */
export const completeLines = async (tx: Tx, completions: readonly Completion[]): Promise<void> => {
  if (completions.length === 0) return;
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(completions)}::jsonb) as g (
        id bigint, digits text, maybe_digits text, name text, memo text)),
    locked as materialized (
      select id from ${statementLines} where id in (select id from given) order by id for no key update)
    update ${statementLines} l
    set digits = g.digits, maybe_digits = g.maybe_digits, name = g.name, memo = g.memo
    from given g join locked k on k.id = g.id where l.id = g.id`);
};
