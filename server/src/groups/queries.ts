import { CODE } from '@portal/contract/primitives';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { courses, organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { haveOverlappingHours } from '../enrolment/seats/class-hours.ts';
import { SEAT_STATES } from '../enrolment/states.ts';
import { registrations, seatStates } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { preparedSelect } from '../platform/database/statement.ts';
import { groups, memberships } from './tables.ts';

export const findGroupPersonIds = async (db: Executor, groupId: number): Promise<number[]> => {
  const rows = await db
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), isNull(memberships.leftAt)));
  return rows.map(({ accountId }) => accountId);
};

export const findSeatedGroupIds = async (
  db: Executor,
  { classId, groupIds }: { classId: number; groupIds: readonly number[] },
): Promise<number[]> => {
  const rows = await db
    .selectDistinct({ groupId: registrations.groupId })
    .from(registrations)
    .where(
      and(
        eq(registrations.classId, classId),
        inArray(registrations.groupId, [...groupIds]),
        inArray(registrations.state, [...SEAT_STATES]),
      ),
    );
  return rows.flatMap(({ groupId }) => groupId ?? []);
};

const { placeholder } = sql;

const isCurrentMember = and(eq(memberships.accountId, placeholder('accountId')), isNull(memberships.leftAt));

const ownColumns = { id: groups.id, code: groups.code, name: groups.name, role: memberships.role };

/** A group that the caller manages or belongs to, with their role. */
export interface OwnGroup {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly role: 'manager' | 'member';
}

const ownGroups = preparedSelect('find_own_groups', (query) =>
  query
    .select(ownColumns)
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(isCurrentMember)
    .orderBy(groups.code),
);

export const findOwnGroups = (db: Executor, accountId: number): Promise<OwnGroup[]> =>
  ownGroups(db, { accountId });

const ownGroup = preparedSelect('find_own_group', (query) =>
  query
    .select(ownColumns)
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(and(isCurrentMember, eq(groups.code, placeholder('code')))),
);

/** Null if the person is not in the group. */
export const findOwnGroup = async (
  db: Executor,
  { code, accountId }: { code: string; accountId: number },
): Promise<OwnGroup | null> => {
  if (!CODE.test(code)) return null;
  const [found] = await ownGroup(db, { code, accountId });
  return found ?? null;
};

// Alphabetical order puts 'manager' before 'member'.
const managersFirst = [asc(memberships.role), asc(memberships.id)];

const people = preparedSelect('find_group_people', (query) =>
  query
    .select({
      id: accounts.id,
      role: memberships.role,
      name: accounts.chineseName,
      idNumber: accounts.idNumber,
      passportNo: accounts.passportNo,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.groupId, placeholder('groupId')), isNull(memberships.leftAt)))
    .orderBy(...managersFirst),
);

export type GroupPersonRow = Awaited<ReturnType<typeof people>>[number];

export const findGroupPeople = (db: Executor, groupId: number): Promise<GroupPersonRow[]> =>
  people(db, { groupId });

/** A number that is null is not compared. */
export interface IdentityNumbers {
  readonly idNumber: string | null;
  readonly passportNo: string | null;
}

/** Finds the person who has every given number. Returns null if both numbers are null. */
export const findGroupPerson = async (
  db: Executor,
  groupId: number,
  { idNumber, passportNo }: IdentityNumbers,
): Promise<GroupPersonRow | null> => {
  if (idNumber === null && passportNo === null) return null;
  const hasNumbers = (person: GroupPersonRow) =>
    (idNumber === null || person.idNumber === idNumber) &&
    (passportNo === null || person.passportNo === passportNo);
  return (await findGroupPeople(db, groupId)).find(hasNumbers) ?? null;
};

export const findRole = async (
  db: Executor,
  { groupId, accountId }: { groupId: number; accountId: number },
): Promise<OwnGroup['role'] | null> => {
  const [found] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(
      and(eq(memberships.groupId, groupId), eq(memberships.accountId, accountId), isNull(memberships.leftAt)),
    );
  return found?.role ?? null;
};

/* An array is computed once, and the classes are then found by key. */
const seatedClasses = sql`array(
  select ${registrations.classId} from ${registrations}
  where ${registrations.groupId} = ${placeholder('groupId')} and ${registrations.state} in ${seatStates})`;

const groupClasses = preparedSelect('find_group_classes', (query) =>
  query
    .select({
      id: classes.id,
      organization: organizations.name,
      train: courses.chineseName,
      startTime: classes.startTime,
      code: classes.code,
    })
    .from(classes)
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(sql`${classes.id} = any(${seatedClasses})`, isNotNull(classes.publishedAt)))
    .orderBy(desc(classes.startTime), desc(classes.id)),
);

export type GroupClassRow = Awaited<ReturnType<typeof groupClasses>>[number];

/** Includes completed classes. Latest first. */
export const findGroupClasses = (db: Executor, groupId: number): Promise<GroupClassRow[]> =>
  groupClasses(db, { groupId });

/* Computed once for all people. The aliases are those that `haveOverlappingHours` expects. */
const overlappingClasses = sql`array(
  select oc.id from ${classes} c cross join ${classes} oc
  where c.id = ${placeholder('classId')} and oc.id <> c.id and oc.id = any(${seatedClasses})
    and ${haveOverlappingHours('c', 'oc')})`;

/** Only seats through this group: its managers know them. */
const hasSeatAtSameHours = sql<boolean>`exists (
  select from ${registrations} r
  where r.account_id = ${memberships.accountId} and r.group_id = ${placeholder('groupId')} and r.state in ${seatStates}
    and r.class_id = any(${overlappingClasses}))`;

const roster = preparedSelect('find_roster', (query) => {
  // The registration that holds a seat, otherwise the latest: after a move, the one with the seat may be older. A
  // lateral join uses the index for each person.
  const current = query
    .select({
      id: registrations.id,
      groupId: registrations.groupId,
      state: registrations.state,
      reason: registrations.reason,
      result: registrations.result,
    })
    .from(registrations)
    .where(
      and(
        eq(registrations.accountId, memberships.accountId),
        eq(registrations.classId, placeholder('classId')),
      ),
    )
    .orderBy(desc(sql`${registrations.state} in ${seatStates}`), desc(registrations.id))
    .limit(1)
    .as('current');
  return query
    .select({
      accountId: memberships.accountId,
      role: memberships.role,
      leftAt: memberships.leftAt,
      name: accounts.chineseName,
      idNumber: accounts.idNumber,
      passportNo: accounts.passportNo,
      complete: accounts.state,
      registrationId: current.id,
      throughGroupId: current.groupId,
      state: current.state,
      reason: current.reason,
      result: current.result,
      sameHours: hasSeatAtSameHours,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoinLateral(current, sql`true`)
    .where(eq(memberships.groupId, placeholder('groupId')))
    .orderBy(...managersFirst);
});

export type RosterRow = Awaited<ReturnType<typeof roster>>[number];

/** Includes former members. Managers come first. */
export const findRoster = (
  db: Executor,
  wanted: { classId: number; groupId: number },
): Promise<RosterRow[]> => roster(db, wanted);
