import { sql } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database/database.ts';
import { statementLines, statements } from './tables.ts';

/** A known line and the texts that it has after a file that says more. */
export interface Completion {
  readonly id: number;
  readonly digits: string | null;
  readonly maybe_digits: string | null;
  readonly name: string | null;
  readonly memo: string | null;
}

/** The longer text, if it holds the shorter one. */
const longer = (column: string) =>
  sql.raw(
    `case when l.${column} is null or strpos(g.${column}, l.${column}) > 0 then g.${column} else l.${column} end`,
  );

/** Old statements may have forgotten their payers: they learn nothing again. */
const RECENT = sql`s.imported_at > now() - interval '1 year' and s.forgotten_at is null`;

/** `lines`: a JSON array, as for an import. */
export const findCompletions = async (
  db: Executor,
  accountId: number,
  lines: string,
): Promise<Completion[]> => {
  const { rows } = await db.execute<Completion & Record<string, unknown>>(sql`
    select id::int, digits, maybe_digits, name, memo from (
      select l.id, coalesce(l.digits, g.digits) as digits,
        case when l.digits is null then coalesce(g.maybe_digits, l.maybe_digits) else l.maybe_digits end as maybe_digits,
        ${longer('name')} as name, ${longer('memo')} as memo,
        (l.digits, l.name, l.memo) as former
      from jsonb_to_recordset(${lines}::jsonb) as g (
        digits text, maybe_digits text, name text, memo text, fingerprint text)
      join ${statementLines} l on l.bank_account_id = ${accountId} and l.fingerprint = g.fingerprint
      join ${statements} s on s.id = l.statement_id
      where ${RECENT}) c
    where (digits, name, memo) is distinct from former`);
  return rows;
};

/** Locks the lines in the order in which payments lock them. */
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
