import type { Payable } from '@portal/contract/office/payment';
import { scopeOf } from '@portal/contract/rights';
import { sql } from 'drizzle-orm';
import { accounts, searchedNames } from '../../accounts/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { heldFor, owedBy } from '../../money/balance.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Staff } from '../../staff/actors.ts';
import { openReportOf } from '../queries.ts';

export interface PayableFound extends Omit<Payable, 'id' | 'personId' | 'class' | 'state'> {
  readonly id: string;
  readonly personId: string;
  readonly state: 'unpaid' | 'reported' | 'confirmed' | 'cancelled';
  readonly code: string;
  readonly course: string;
}

const [search, all] = [
  sql`${sql.placeholder('search')}::text`,
  sql`${sql.placeholder('everywhere')}::boolean`,
];
const scope = sql`${sql.placeholder('scope')}::int[]`;

const payables = statement<PayableFound>(
  'find_payables',
  sql`
    with found as (
      select r.id from ${registrations} r join ${accounts} on ${accounts.id} = r.account_id
        where search_parts(${searchedNames(accounts)}) @> parts_to_find(search_form(${search}))
          and strpos(${searchedNames(accounts)}, search_form(${search})) > 0
      union
      select r.id from ${registrations} r join ${accounts} on ${accounts.id} = r.account_id
        where ${accounts.account} = upper(${search})
      union
      select r.id from ${registrations} r join classes c on c.id = r.class_id where c.code = ${search}
      union
      select x.registration_id from payment_report_registrations x join payment_reports p on p.id = x.report_id
        where ${search} ~ '^[0-9]{5}$' and p.last_five = ${search}
          and x.outcome is null
    )
    select r.id, a.id as "personId", coalesce(a.chinese_name, '') as name, a.account as identity, r.state, c.code,
      t.chinese_name as course, g.name as "group", coalesce(r.fee, c.fee) as fee,
      case when r.state in ('unpaid', 'reported') then ${owedBy(sql`r.id`)} else 0 end as due,
      case when r.state in ('unpaid', 'reported') then ${heldFor(sql`r.id`)} else 0 end as "partialPaid",
      (select json_build_object('id', p.id, 'day', p.paid_time::text, 'digits', p.last_five,
          'money', p.paid_money, 'name', p.paid_name,
          'covers', (select json_agg(x.registration_id order by x.registration_id)
            from payment_report_registrations x where x.report_id = p.id and x.outcome is null))
        from payment_reports p
        where p.id = ${openReportOf(sql`r.id`)}) as report
    from found
    join ${registrations} r on r.id = found.id and (r.state in ('unpaid', 'reported', 'confirmed')
      or r.state = 'cancelled' and exists (
        select from payment_report_registrations x where x.registration_id = r.id and x.outcome is null))
    join ${accounts} a on a.id = r.account_id
    join classes c on c.id = r.class_id
    join courses t on t.id = c.course_id
    left join groups g on g.id = r.group_id
    left join bank_accounts b on b.id = c.bank_account_id
    where (${all} or c.organization_id = any(${scope}) or b.organization_id = any(${scope}))
      and (${sql.placeholder('account')}::bigint is null or c.bank_account_id = ${sql.placeholder('account')}::bigint
        or coalesce(b.organization_id, c.organization_id) =
          (select organization_id from bank_accounts where id = ${sql.placeholder('account')}::bigint))
      and (r.state <> 'confirmed' or coalesce(r.fee, c.fee) > 0)
    order by case r.state when 'reported' then 0 when 'cancelled' then 0 when 'unpaid' then 1 else 2 end, r.created_at desc, r.id
    limit 30`,
);

export const findPayables = async (
  db: Executor,
  { search: text, accountId }: { search: string; accountId: number | null },
  staff: Staff,
): Promise<PayableFound[]> => {
  if (text === '') return [];
  const within = scopeOf(staff.grants, 'payment.confirm');
  const everywhere = within === 'everywhere';
  return payables(db, { search: text, everywhere, scope: everywhere ? [] : within, account: accountId });
};
