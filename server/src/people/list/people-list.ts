import { sql } from 'drizzle-orm';
import { accounts, listedName } from '../../accounts/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { certificates } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { groups, memberships } from '../../groups/tables.ts';
import { defineList } from '../../platform/database/list.ts';

export interface ListedPerson {
  readonly id: string;
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly identity: string;
  readonly organization: string | null;
  readonly birthday: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly employer: string | null;
  readonly groups: readonly string[];
  readonly certificates: number;
  readonly isSuspended: boolean;
  readonly isComplete: boolean;
  readonly createdAt: string;
}

interface PersonListRow extends ListedPerson {
  readonly cursor: readonly string[];
}

/** The columns of a listed person, read from the account `a` and its organisation `o`. */
export const listedColumns = sql`
  a.id::text as id, a.chinese_name as "chineseName", a.english_name as "englishName", a.account as identity, o.name as organization,
  a.birthday::text as birthday, a.cell_phone as phone, a.email, a.employer,
  array(select g.name from ${memberships} m join ${groups} g on g.id = m.group_id
    where m.account_id = a.id and m.left_at is null order by g.name) as groups,
  (select count(*)::int from ${certificates} c where c.account_id = a.id and c.state = 'valid') as certificates,
  a.suspended_at is not null as "isSuspended", a.state as "isComplete", to_json(a.created_at) #>> '{}' as "createdAt"`;

/** People of the organisations in the scope. Each sort has an index, and so has each filter. */
export const peopleList = defineList<
  'suspended' | 'incomplete' | 'group' | 'class',
  'createdAt' | 'name',
  PersonListRow
>({
  name: 'people',
  sources: [
    {
      from: sql`${accounts}`,
      where: sql`${accounts.mergedIntoId} is null`,
      key: accounts.id,
      organization: accounts.organizationId,
      filters: {
        suspended: () => sql`${accounts.suspendedAt} is not null`,
        incomplete: () => sql`not ${accounts.state}`,
        group: (value) => sql`${accounts.id} in (
          select m.account_id from ${memberships} m join ${groups} g on g.id = m.group_id
          where g.code = ${value}::text and m.left_at is null)`,
        class: (value) => sql`${accounts.id} in (
          select r.account_id from ${registrations} r
          where r.class_id = (select ${classes.id} from ${classes} where ${classes.code} = ${value}::text))`,
      },
      sorts: {
        createdAt: [accounts.createdAt, accounts.id],
        name: [listedName(accounts), accounts.id],
      },
    },
  ],
  types: { createdAt: ['timestamptz', 'bigint'], name: ['text', 'bigint'] },
  selective: ['suspended', 'incomplete', 'group', 'class'],
  columns: listedColumns,
  joins: sql`
    join ${accounts} a on a.id = page.key
    left join ${organizations} o on o.id = a.organization_id`,
});
