import { type SQL, sql } from 'drizzle-orm';
import { registrations } from '../../enrolment/tables.ts';
import { owedBy } from '../../money/balance.ts';
import { surplusRefunds } from '../../money/rules.ts';
import { lastReportOf } from '../../payment/queries.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { type BankAccount, isClassOfAccount } from '../queries.ts';

/* Finds lines that may pay for people of whom all or some have paid already. */

interface CoveredSeat {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly code: string;
  readonly isPaid: boolean;
  /** 0 if paid. */
  readonly due: number;
}

export interface PaidBefore {
  /** The day of the earlier payment. */
  readonly day: string;
  /** The value that the line shares with the earlier payment, or with the report of these people. */
  readonly by: 'digits' | 'name';
  /** `refund`: the part of this line that goes back to the person. */
  readonly registrations: readonly (CoveredSeat & { readonly refund: number })[];
}

interface Row extends Omit<PaidBefore, 'registrations'> {
  readonly lineId: string;
  readonly amount: number;
  readonly registrations: readonly (CoveredSeat & { readonly fee: number })[];
}

const isNear = (day: SQL): SQL => sql`${day} between l.day - 31 and l.day + 31`;

/** Selects the nearest used line of the same amount. There is an index for each condition `same`. */
const usedLine = (same: SQL): SQL => sql`(
  select u.id, u.day from statement_lines u
  where u.bank_account_id = l.bank_account_id and u.used and u.amount = l.amount and u.id <> l.id and ${same}
    and ${isNear(sql`u.day`)}
  order by abs(u.day - l.day), u.id limit 1)`;

const byLine = (by: PaidBefore['by'], same: SQL): SQL => sql`
  select l.id as line, u.day, ${sql.raw(`'${by}'`)} as by, array(
    select m.registration_id from allocations m
    where m.payment_id = x.payment_id and not m.ended) as registrations
  from lines l cross join lateral ${usedLine(same)} u
  join payment_lines x on x.line_id = u.id and not x.ended`;

/** The upper bound makes PostgreSQL estimate a small range and use the index. */
const isRecent = sql`p.kind = 'full' and p.ended_at is null
  and p.created_at between (select min(day) from lines) - 31 and 'infinity'`;

/** Payments of the last weeks: into the account, or without a line (in cash, at the counter). */
const recentPayments = sql`
  select p.id, p.received_on from payments p
  where p.bank_account_id = ${sql.placeholder('account')}::bigint and ${isRecent}
  union all
  select p.id, p.received_on from payments p
  where p.organization_id in (select id from organizations) and p.method in ('cash', 'counter', 'other', 'unstated')
    and ${isRecent}`;

/** `fees` and `registrations` are those of everybody in the same payment. */
const paidSeats = sql`
  select p.received_on as day, r.id as registration, coalesce(r.fee, c.fee) as fee, a.chinese_name as name, g.name as "group",
    sum(coalesce(r.fee, c.fee)) over payment as fees, array_agg(r.id) over payment as registrations
  from (${recentPayments}) p
  join allocations x on x.payment_id = p.id and not x.ended
  join ${registrations} r on r.id = x.registration_id and r.state = 'confirmed'
  join accounts a on a.id = r.account_id
  join classes c on c.id = r.class_id and ${isClassOfAccount}
  left join groups g on g.id = r.group_id
  window payment as (partition by p.id)`;

/** The last report of each of these people, with everybody whom it covers and who has a seat, paid or not. */
const theirReports = sql`
  select c.*, s.day
  from (select ${lastReportOf(sql`paid.registration`)} as report_id, max(paid.day) as day from paid group by 1) s
  cross join lateral (
    select p.last_five as digits, p.paid_name as name, p.paid_money as money, sum(coalesce(r.fee, c.fee)) as fees,
      array_agg(r.id) as registrations
    from payment_reports p join payment_report_registrations x on x.report_id = p.id
    join ${registrations} r on r.id = x.registration_id and r.state in ('unpaid', 'reported', 'confirmed')
    join classes c on c.id = r.class_id
    where p.id = s.report_id group by p.id) c`;

const bySeat = (registrationIds: SQL, same: SQL): SQL => sql`
  select l.id as line, s.day, 'name' as by, ${registrationIds} as registrations
  from lines l join paid s on ${isNear(sql`s.day`)} and ${same}`;

const byReport = (by: PaidBefore['by'], same: SQL): SQL => sql`
  select l.id as line, p.day, ${sql.raw(`'${by}'`)} as by, p.registrations
  from lines l join reports p on l.amount in (p.fees, p.money) and ${isNear(sql`p.day`)} and ${same}`;

const paidBefore = statement<Row>(
  'paid_before',
  sql`
    with lines as materialized (
      select l.id, l.bank_account_id, l.day, l.amount, l.digits, l.name from statement_lines l
      where l.bank_account_id = ${sql.placeholder('account')}::bigint
        and l.id = any(${sql.placeholder('ids')}::bigint[])
    ), paid as materialized (${paidSeats}), reports as materialized (${theirReports}), found as (
      ${byLine('digits', sql`u.digits = l.digits`)}
      union all ${byLine('name', sql`u.name = l.name`)}
      union all ${byReport('digits', sql`p.digits = lpad(l.digits, 5, '0')`)}
      union all ${byReport('name', sql`p.name = l.name`)}
      union all ${bySeat(sql`array[s.registration]`, sql`s.name = l.name and s.fee = l.amount`)}
      union all ${bySeat(sql`s.registrations`, sql`s.name = l.name and s.fees = l.amount`)}
      union all ${bySeat(sql`s.registrations`, sql`s.group = l.name and s.fees = l.amount`)}
    )
    select distinct on (f.line) f.line as "lineId", l.amount, f.day::text as day, f.by, c.registrations
    from found f join lines l on l.id = f.line
    cross join lateral (
      select bool_or(r.state = 'confirmed') as "isPaid", bool_or(r.state <> 'confirmed') as "isDue",
        json_agg(json_build_object('id', r.id, 'personId', a.id, 'name', coalesce(a.chinese_name, ''), 'code', c.code,
          'fee', coalesce(r.fee, c.fee),
          'isPaid', r.state = 'confirmed',
          'due', case when r.state = 'confirmed' then 0 else ${owedBy(sql`r.id`)} end)
          order by r.id) as registrations
      from ${registrations} r
      join accounts a on a.id = r.account_id join classes c on c.id = r.class_id
      where r.id = any(f.registrations) and r.state in ('unpaid', 'reported', 'confirmed')) c
    where c."isPaid"
    order by f.line, f.by, c."isDue" desc, abs(f.day - l.day), f.registrations`,
);

const withRefunds = ({ day, by, amount, registrations }: Row): PaidBefore => {
  const people = registrations.map((each) => ({ ...each, owes: !each.isPaid }));
  const refunds = new Map(surplusRefunds(amount, people).map((refund) => [refund.id, refund.amount]));
  const shown = registrations.map(({ fee: _, ...each }) => ({ ...each, refund: refunds.get(each.id) ?? 0 }));
  return { day, by, registrations: shown };
};

/** Returns, by line, the people for whom it may have come; only lines for which some of them have paid already. */
export const findPaidBefore = async (
  db: Executor,
  { id, organizationId }: Pick<BankAccount, 'id' | 'organizationId'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PaidBefore>> => {
  const rows = await paidBefore(db, { account: id, organization: organizationId, ids });
  return new Map(rows.map((row) => [Number(row.lineId), withRefunds(row)]));
};
