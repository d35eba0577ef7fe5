import { type SQL, sql } from 'drizzle-orm';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { type Account, paysInto } from './statement-queries.ts';

/* Finds the earlier payment of somebody who has paid twice. */

export interface PaidBefore {
  readonly paymentId: number;
  readonly day: string;
  /** The line and that payment have it in common. */
  readonly by: 'digits' | 'name';
  /** The registrations that are paid by it. */
  readonly registrations: readonly { readonly id: number; readonly name: string; readonly code: string }[];
}

interface Row extends Omit<PaidBefore, 'paymentId'> {
  readonly lineId: string;
  readonly paymentId: string;
}

const isNear = (day: SQL): SQL => sql`${day} between l.day - 31 and l.day + 31`;

/** The nearest used line of the same amount. An index for each `same`. */
const usedLine = (same: SQL): SQL => sql`(
  select u.id, u.day from statement_lines u
  where u.bank_account_id = l.bank_account_id and u.used and u.amount = l.amount and u.id <> l.id and ${same}
    and ${isNear(sql`u.day`)}
  order by abs(u.day - l.day), u.id limit 1)`;

const byLine = (by: PaidBefore['by'], same: SQL): SQL => sql`
  select l.id as line, x.payment_id as payment, u.day, ${sql.raw(`'${by}'`)} as by
  from lines l cross join lateral ${usedLine(same)} u
  join payment_lines x on x.line_id = u.id and not x.ended`;

/** Seats of the last weeks that were paid without a line: in cash, at the counter. */
const withoutLine = sql`
  select p.id as payment, p.received_on as day, r.id as registration, a.chinese_name as name, c.fee
  from payments p
  join payment_registrations x on x.payment_id = p.id and not x.ended
  join ${registrations} r on r.id = x.registration_id and r.state = 'confirmed'
  join accounts a on a.id = r.account_id
  join classes c on c.id = r.class_id and ${paysInto}
  where p.organization_id in (select id from organizations) and p.method in ('cash', 'counter', 'other', 'unstated')
    and p.created_at >= (select min(day) from lines) - 31 and p.kind = 'full' and p.ended_at is null`;

const isReported = sql`exists (
  select from payment_report_registrations x join payment_reports p on p.id = x.report_id
  where x.registration_id = c.registration and p.last_five = l.digits)`;

const byCash = (by: PaidBefore['by'], same: SQL): SQL => sql`
  select l.id as line, c.payment, c.day, ${sql.raw(`'${by}'`)} as by
  from lines l join without_line c on c.fee = l.amount and ${isNear(sql`c.day`)} and ${same}`;

const paidBefore = statement<Row>(
  'paid_before',
  sql`
    with lines as materialized (
      select l.id, l.bank_account_id, l.day, l.amount, l.digits, l.name from statement_lines l
      where l.bank_account_id = ${sql.placeholder('account')}::bigint
        and l.id = any(${sql.placeholder('ids')}::bigint[])
    ), without_line as materialized (${withoutLine}), found as (
      ${byLine('digits', sql`u.digits = l.digits`)}
      union all ${byLine('name', sql`u.name = l.name`)}
      union all ${byCash('digits', isReported)}
      union all ${byCash('name', sql`c.name = l.name`)}
    )
    select distinct on (f.line) f.line as "lineId", f.payment as "paymentId", f.day::text as day, f.by,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'name', coalesce(a.chinese_name, ''), 'code', c.code) order by r.id)
        from payment_registrations x
        join ${registrations} r on r.id = x.registration_id and r.state = 'confirmed'
        join accounts a on a.id = r.account_id join classes c on c.id = r.class_id
        where x.payment_id = f.payment and not x.ended), '[]') as registrations
    from found f join lines l on l.id = f.line
    order by f.line, f.by, abs(f.day - l.day), f.payment`,
);

/** The payment of the same payer and amount that came before, by line. `ids`: lines of the account. */
export const findPaidBefore = async (
  db: Executor,
  { id, organizationId }: Pick<Account, 'id' | 'organizationId'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PaidBefore>> => {
  if (ids.length === 0) return new Map();
  const rows = await paidBefore(db, { account: id, organization: organizationId, ids });
  return new Map(
    rows.map(({ lineId, paymentId, ...paid }) => [Number(lineId), { ...paid, paymentId: Number(paymentId) }]),
  );
};
