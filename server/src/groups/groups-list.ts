import { type SQLWrapper, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { defineList } from '../platform/database/list.ts';
import { groupSearchText, groups, memberships } from './tables.ts';

export interface GroupListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly organization: string | null;
  readonly managers: readonly string[];
  readonly members: number;
  readonly createdAt: string;
}

const searched = groupSearchText(groups);

const hasWords = (value: SQLWrapper) =>
  sql`search_parts(${searched}) @> parts_to_find(search_form(${value}::text))
    and not exists (
      select from regexp_split_to_table(search_form(${value}::text), '\\s+') word where strpos(${searched}, word) = 0)`;

const currentPeople = (role: 'manager' | 'member') =>
  sql`${memberships} m where m.group_id = g.id and m.left_at is null and m.role = ${sql.raw(`'${role}'`)}`;

/** The scope of the list is the branch that looks after the group. */
export const groupsList = defineList<'search', 'name' | 'createdAt', GroupListRow>({
  name: 'groups',
  sources: [
    {
      from: sql`${groups}`,
      key: groups.id,
      organization: groups.organizationId,
      filters: { search: hasWords },
      sorts: { name: [groups.name, groups.id], createdAt: [groups.createdAt, groups.id] },
    },
  ],
  types: { name: ['text', 'bigint'], createdAt: ['timestamptz', 'bigint'] },
  selective: ['search'],
  columns: sql`
    page.key as id, g.code, g.name, o.name as organization, to_json(g.created_at) #>> '{}' as "createdAt",
    array(
      select coalesce((select a.chinese_name from ${accounts} a where a.id = m.account_id), '')
      from ${currentPeople('manager')} order by m.id) as managers,
    (select count(*)::int from ${currentPeople('member')}) as members`,
  // `offset 0` makes PostgreSQL look up each row of the page, so that it never joins the whole table.
  joins: sql`
    cross join lateral (select * from ${groups} where ${groups.id} = page.key offset 0) g
    left join ${organizations} o on o.id = g.organization_id`,
});
