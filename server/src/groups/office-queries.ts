import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { findVersion } from '../audit/version.ts';
import { organizations } from '../catalogue/tables.ts';
import { isKnownTo } from '../enrolment/on-behalf/known-people.ts';
import type { Executor } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { isReadableBy } from './group-reach.ts';
import { groups, memberships } from './tables.ts';

export const versionedGroup = (id: number) =>
  ({ subject: 'group', id, actions: ['group.create', 'group.edit'] }) as const;

const counted = (role: 'manager' | 'member') => sql<number>`(
  select count(*)::int from ${memberships}
  where ${memberships.groupId} = ${groups.id} and ${memberships.leftAt} is null and ${memberships.role} = ${role})`;

export const findReadableGroup = async (db: Executor, id: number, actor: Staff) => {
  const [found] = await db
    .select({
      id: groups.id,
      code: groups.code,
      name: groups.name,
      createdAt: groups.createdAt,
      organizationId: groups.organizationId,
      organization: organizations.name,
      managers: counted('manager'),
      members: counted('member'),
    })
    .from(groups)
    .leftJoin(organizations, eq(organizations.id, groups.organizationId))
    .where(and(eq(groups.id, id), isReadableBy(actor)));
  if (!found) throw new Refusal('not_found');
  return { ...found, version: await findVersion(db, versionedGroup(id)) };
};

export type ReadableGroup = Awaited<ReturnType<typeof findReadableGroup>>;

/** Only the branch that looks after the group reads all about it. */
export const isLookedAfter = (
  { organizationId }: Pick<ReadableGroup, 'organizationId'>,
  actor: Staff,
): boolean => may(actor, 'group.read', organizationId);

export const findLookedAfterGroup = async (
  db: Executor,
  id: number,
  actor: Staff,
): Promise<ReadableGroup> => {
  const group = await findReadableGroup(db, id, actor);
  if (!isLookedAfter(group, actor)) throw new Refusal('not_found');
  return group;
};

/** Staff of another branch see its managers and the members whom they know. */
export const findPeopleForStaff = (db: Executor, group: ReadableGroup, actor: Staff) => {
  const isKnown = sql<boolean>`coalesce(${isKnownTo(actor, 'group.read')}, false)`;
  return db
    .select({
      id: accounts.id,
      name: accounts.chineseName,
      role: memberships.role,
      joinedAt: memberships.joinedAt,
      identity: accounts.account,
      organization: organizations.name,
      isKnown,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoin(organizations, eq(organizations.id, accounts.organizationId))
    .where(
      and(
        eq(memberships.groupId, group.id),
        isNull(memberships.leftAt),
        isLookedAfter(group, actor) ? undefined : or(eq(memberships.role, 'manager'), isKnown),
      ),
    )
    .orderBy(asc(memberships.role), asc(memberships.id));
};

export type PersonForStaff = Awaited<ReturnType<typeof findPeopleForStaff>>[number];
