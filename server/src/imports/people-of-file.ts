import { sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { isKnownTo } from '../enrolment/on-behalf/known-people.ts';
import type { Staff } from '../staff/actors.ts';
import { mayImportAll } from './policy.ts';
import { importRows } from './tables.ts';

/**
 * SQL for a lateral join to `import_rows`, with the number of people whom a row names by number, or by name and birth
 * date, and the person, if there is one. The number of a record that was merged names the survivor. Staff of a branch
 * find only people whom it knows.
 */
export const personOfRow = (actor: Staff) => {
  const isKnown = mayImportAll(actor) ? sql`true` : (isKnownTo(actor, 'group.manage') ?? sql`false`);
  return sql`lateral (
  select min(same.id) as id, min(same.chinese_name) as name, bool_or(same.suspended_at is not null) as suspended,
    count(*)::int as matches
  from (
    select id, chinese_name, suspended_at from ${accounts}
    where ${isKnown} and id = (
      select coalesce(named.merged_into_id, named.id) from ${accounts} named
      where named.account = ${importRows.data} ->> 'identity')
    union all
    select id, chinese_name, suspended_at from ${accounts}
    where ${isKnown} and ${importRows.data} ->> 'identity' is null and merged_into_id is null
      and ${accounts.chineseName} = ${importRows.data} ->> 'chineseName'
      and ${accounts.birthday} = (${importRows.data} ->> 'birthday')::date
  ) same) person`;
};
