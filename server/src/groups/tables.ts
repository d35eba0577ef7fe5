import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { id, instant, ref } from '../platform/database/columns.ts';

/** The normalised text that searches look in. */
export const groupSearchText = ({ code, name }: { code: SQLWrapper; name: SQLWrapper }): SQL<string> =>
  sql<string>`search_form(${code} || ' ' || ${name})`;

export const groups = pgTable(
  'groups',
  {
    id: id(),
    code: text().notNull().unique(),
    name: text().notNull(),
    /** The branch that looks after the group; null: the whole association. */
    organizationId: integer().references(() => organizations.id),
    createdAt: instant().notNull(),
  },
  (t) => [
    // The words are path segments where a code may stand, as in `/api/class/groups/member`.
    check(
      'groups_code',
      sql`${t.code} ~ '^[A-Za-z0-9-]{1,40}$' and lower(${t.code}) not in ('personal', 'group', 'groups', 'store', 'member')`,
    ),
    check('groups_name', sql`${t.name} <> ''`),
    index('groups_by_name').on(t.name, t.id),
    index('groups_of_organization').on(t.organizationId, t.name, t.id),
    index('groups_by_age').on(t.createdAt, t.id),
    index('groups_of_organization_by_age').on(t.organizationId, t.createdAt, t.id),
    index('groups_name_parts')
      .using('gin', sql`search_parts(${groupSearchText(t)})`)
      .with({ gin_pending_list_limit: 256 }),
    index('groups_searched').using('gin', sql`search_grams(${groupSearchText(t)})`),
  ],
);

/** Rows are never deleted. Leaving sets `left_at`; coming back clears it. */
export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    groupId: ref()
      .notNull()
      .references(() => groups.id),
    accountId: ref()
      .notNull()
      .references(() => accounts.id),
    role: text({ enum: ['manager', 'member'] }).notNull(),
    joinedAt: instant().notNull(),
    leftAt: instant(),
  },
  (t) => [
    unique('memberships_group_account').on(t.groupId, t.accountId),
    check('memberships_role', sql`${t.role} in ('manager', 'member')`),
    check('memberships_manager_stays', sql`${t.role} = 'member' or ${t.leftAt} is null`),
    check('memberships_left_after_joining', sql`${t.leftAt} >= ${t.joinedAt}`),
    index('memberships_account').on(t.accountId),
  ],
);
