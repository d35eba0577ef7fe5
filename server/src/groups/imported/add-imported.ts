import { MAX_GROUP_PEOPLE } from '@portal/contract/groups';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { groups, memberships } from '../tables.ts';
import type { AddedMember, ImportedMember } from './imported-member.ts';

interface CreatedGroup {
  readonly id: number;
  readonly code: string;
}

/** Groups that have a manager among the people. */
const createGroups = async (tx: Tx, wanted: readonly ImportedMember[], { actor, now }: Context<Staff>) => {
  const managers = Map.groupBy(
    wanted.filter(({ role }) => role === 'manager'),
    ({ code }) => code,
  );
  const first = [...managers.values()].flatMap(([each]) => (each ? [each] : []));
  const { rows } = await tx.execute<{ id: string; code: string }>(sql`
    insert into ${groups} (code, name, organization_id, created_at)
    select code, "group", "organizationId", ${now}
    from jsonb_to_recordset(${JSON.stringify(first)}::jsonb) as wanted (code text, "group" text, "organizationId" int)
    order by code
    on conflict (code) do nothing returning id, code`);
  const created: CreatedGroup[] = rows.map(({ id, code }) => ({ id: Number(id), code }));
  const byCode = new Map(first.map((each) => [each.code, each]));
  const events = created.map(({ id, code }) => {
    const { group: name, organizationId = null } = byCode.get(code) ?? {};
    const managerIds = (managers.get(code) ?? []).map(({ accountId }) => accountId);
    const after = { code, name, organizationId, managerIds };
    return { actor, action: 'group.create', subject: 'group', subjectId: id, after } as const;
  });
  await recordEvents(tx, events, now);
  return created;
};

/** Locks the groups of the people, and says how many each has. */
const lockGroups = async (tx: Tx, wanted: readonly ImportedMember[]) => {
  const codes = JSON.stringify([...new Set(wanted.map(({ code }) => code))]);
  const { rows } = await tx.execute<{ id: string; code: string }>(sql`
    select id, code from ${groups}
    where code = any(array(select jsonb_array_elements_text(${codes}::jsonb)))
    order by id for no key update`);
  const ids = JSON.stringify(rows.map(({ id }) => Number(id)));
  const counted = await tx.execute<{ id: string; people: number }>(sql`
    select group_id as id, count(*)::int as people from ${memberships}
    where left_at is null and group_id = any(array(select jsonb_array_elements_text(${ids}::jsonb)::bigint))
    group by group_id`);
  const people = new Map(counted.rows.map(({ id, people: n }) => [id, n]));
  return new Map(rows.map(({ id, code }) => [code, { id: Number(id), people: people.get(id) ?? 0 }]));
};

type ToAdd = ImportedMember & { readonly groupId: number };

/** Returns the members of existing groups, as many as each group takes. */
const withinLimit = (
  wanted: readonly ImportedMember[],
  locked: Awaited<ReturnType<typeof lockGroups>>,
): ToAdd[] =>
  [...Map.groupBy(wanted, ({ code }) => code)].flatMap(([code, same]) => {
    const group = locked.get(code);
    if (!group) return [];
    return same.slice(0, MAX_GROUP_PEOPLE - group.people).map((each) => ({ ...each, groupId: group.id }));
  });

interface ChangedMembership {
  readonly row: number;
  readonly id: string;
  readonly again: boolean;
}

const insertMembers = async (tx: Tx, json: string, now: Date): Promise<ChangedMembership[]> => {
  const { rows } = await tx.execute<{ row: number; id: string; again: boolean }>(sql`
    with wanted as materialized (
      select wanted.*, former.id is not null as again
      from jsonb_to_recordset(${json}::jsonb) as wanted (row int, "groupId" bigint, "accountId" bigint, role text)
      left join ${memberships} former
        on former.group_id = wanted."groupId" and former.account_id = wanted."accountId"
    ), added as (
      insert into ${memberships} (group_id, account_id, role, joined_at)
      select "groupId", "accountId", role, ${now} from wanted order by "groupId", "accountId"
      on conflict (group_id, account_id) do update set left_at = null, joined_at = excluded.joined_at, role = excluded.role
        where memberships.left_at is not null
      returning id, group_id, account_id
    )
    select wanted.row, added.id, wanted.again
    from added join wanted on wanted."groupId" = added.group_id and wanted."accountId" = added.account_id`);
  return rows;
};

const makeManagers = async (tx: Tx, json: string): Promise<Omit<ChangedMembership, 'again'>[]> => {
  const { rows } = await tx.execute<{ row: number; id: string }>(sql`
    update ${memberships} set role = 'manager'
    from jsonb_to_recordset(${json}::jsonb) as wanted (row int, "groupId" bigint, "accountId" bigint, role text)
    where ${memberships.groupId} = wanted."groupId" and ${memberships.accountId} = wanted."accountId"
      and ${memberships.leftAt} is null and ${memberships.role} = 'member' and wanted.role = 'manager'
    returning wanted.row, ${memberships.id}`);
  return rows;
};

/**
 * Adds members of another system, and the groups that do not exist and get a manager. Nobody is written to. Left out are
 * people who are in the group already, and those for whom it has no room.
 */
export const addImportedMembers = async (
  tx: Tx,
  wanted: readonly ImportedMember[],
  context: Context<Staff>,
): Promise<AddedMember[]> => {
  const { actor, now } = context;
  const created = new Set((await createGroups(tx, wanted, context)).map(({ code }) => code));
  const toAdd = withinLimit(wanted, await lockGroups(tx, wanted));
  const byRow = new Map(toAdd.map((each) => [each.row, each]));
  const json = JSON.stringify(
    toAdd.map(({ row, groupId, accountId, role }) => ({ row, groupId, accountId, role })),
  );
  // Promotes before the insert, so that only people who were members before are found.
  const promoted = await makeManagers(tx, json);
  const added = await insertMembers(tx, json, now);
  const isOfCreated = (row: number) => created.has(byRow.get(row)?.code ?? '');
  const eventOf = (action: 'group.add_member' | 'group.make_manager', row: number) => {
    const { groupId, accountId } = byRow.get(row) ?? { groupId: 0, accountId: 0 };
    return { actor, action, subject: 'group', subjectId: groupId, after: { accountId } } as const;
  };
  const joined = added.filter(({ row }) => !(isOfCreated(row) && byRow.get(row)?.role === 'manager'));
  const appointed = [...joined.filter(({ row }) => byRow.get(row)?.role === 'manager'), ...promoted];
  await recordEvents(
    tx,
    [
      ...joined.map(({ row }) => eventOf('group.add_member', row)),
      ...appointed.map(({ row }) => eventOf('group.make_manager', row)),
    ],
    now,
  );
  return [
    ...promoted.map(({ row, id }) => ({ row, membershipId: Number(id), how: 'role' }) as const),
    ...added.map(({ row, id, again }) => {
      const how = again ? 'again' : isOfCreated(row) ? 'group' : 'member';
      return { row, membershipId: Number(id), how } as const;
    }),
  ];
};
