import { type SQL, sql } from 'drizzle-orm';
import { accounts, searchedEmail, searchedPhone } from '../../accounts/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { identityChanges, twinChecks, twins } from '../tables.ts';

/** Accounts that are looked at in one transaction. */
const MAX_ACCOUNTS = 200;
/** Twins that are stored for one account: more say nothing. */
const MAX_TWINS = sql.raw('20');

const takeAccounts = async (tx: Tx): Promise<number[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from ${twinChecks} where id in (
      select id from ${twinChecks} order by id limit ${sql.raw(String(MAX_ACCOUNTS))} for update skip locked)
    returning account_id as id`);
  return [...new Set(rows.map(({ id }) => Number(id)))];
};

const isSamePerson = sql`(o.chinese_name = l.chinese_name or o.birthday = l.birthday)`;
const [own, other] = [
  { phone: searchedPhone(sql`l.cell_phone`), email: searchedEmail(sql`l.email`) },
  { phone: searchedPhone(sql`o.cell_phone`), email: searchedEmail(sql`o.email`) },
];

/**
 * What makes two people look like one. Families and workplaces share phones and mailboxes, so these count only together
 * with the name or the birth date. `number`: one had the number of the other before. Each has an index.
 */
const SIGNS: Readonly<Record<string, readonly SQL[]>> = {
  name_birthday: [sql`o.chinese_name = l.chinese_name and o.birthday = l.birthday`],
  phone: [sql`${other.phone} = ${own.phone} and ${isSamePerson}`],
  email: [sql`${other.email} = ${own.email} and ${isSamePerson}`],
  number: [
    sql`o.account in (select i.before ->> 'number' from ${identityChanges} i where i.account_id = l.id)`,
    sql`o.id in (select i.account_id from ${identityChanges} i where i.before ->> 'number' = l.account)`,
  ],
};

const pairs = sql.join(
  Object.entries(SIGNS).flatMap(([sign, conditions]) =>
    conditions.map(
      (condition) => sql`
        (select l.id as one, o.id as two, ${sql.raw(`'${sign}'`)} as sign, l.organization_id as mine, o.organization_id as theirs
        from looked l cross join lateral (
          select o.id, o.organization_id from ${accounts} o
          where ${condition} and o.id <> l.id and o.merged_into_id is null and o.erased_at is null
          order by o.id limit ${MAX_TWINS}) o)`,
    ),
  ),
  sql` union all `,
);

/** Looks for twins of some accounts that have changed. Returns false if none has. Dismissed pairs stay dismissed. */
export const checkTwins = async (tx: Tx, now: Date): Promise<boolean> => {
  const ids = await takeAccounts(tx);
  if (ids.length === 0) return false;
  const looked = sql`${sql.param(ids)}::bigint[]`;
  await tx.execute(sql`
    with looked as materialized (
      select * from ${accounts} where id = any(${looked}) and merged_into_id is null and erased_at is null
    ), pairs as (
      select least(one, two) as first, greatest(one, two) as second, array_agg(distinct sign order by sign) as signs,
        min(mine) filter (where mine = theirs) as organization
      from (${pairs}) as found group by 1, 2
    ), gone as (
      delete from ${twins} t
      where t.dismissed_at is null and (t.first_id = any(${looked}) or t.second_id = any(${looked}))
        and not exists (select from pairs where pairs.first = t.first_id and pairs.second = t.second_id)
    )
    insert into ${twins} (first_id, second_id, organization_id, signs, found_at)
    select first, second, organization, signs, ${now} from pairs order by first, second
    on conflict (first_id, second_id) do update
    set signs = excluded.signs, organization_id = excluded.organization_id
    where twins.signs <> excluded.signs or twins.organization_id is distinct from excluded.organization_id`);
  return true;
};
