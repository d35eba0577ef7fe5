import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { HOLDS_SEAT } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database.ts';
import { preparedSelect } from '../platform/statement.ts';
import { groups, memberships } from './tables.ts';

export interface ManagedGroup {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The groups that a person manages, by code. */
export const findManagedGroups = (db: Executor, accountId: number): Promise<ManagedGroup[]> =>
  db
    .select({ id: groups.id, code: groups.code, name: groups.name })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(and(eq(memberships.accountId, accountId), eq(memberships.role, 'manager')))
    .orderBy(groups.code);

/** The accounts of a group's managers and members; who left is not among them. */
export const findGroupAccounts = async (db: Executor, groupId: number): Promise<number[]> => {
  const rows = await db
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), isNull(memberships.leftAt)));
  return rows.map(({ accountId }) => accountId);
};

/** Which of the groups hold seats in the class. */
export const findSeatedGroups = async (
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
        inArray(registrations.state, [...HOLDS_SEAT]),
      ),
    );
  return rows.flatMap(({ groupId }) => groupId ?? []);
};

const { placeholder } = sql;

// What holds a seat is always the last of its person and class.
const lastRegistration = sql`(
  select max(id) from ${registrations}
  where account_id = ${memberships.accountId} and class_id = ${placeholder('classId')})`;

const roster = preparedSelect('find_roster', (query) =>
  query
    .select({
      accountId: memberships.accountId,
      role: memberships.role,
      leftAt: memberships.leftAt,
      name: accounts.chineseName,
      idNumber: accounts.idNumber,
      passportNo: accounts.passportNo,
      complete: accounts.state,
      registrationId: registrations.id,
      throughGroupId: registrations.groupId,
      state: registrations.state,
      reason: registrations.reason,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoin(registrations, eq(registrations.id, lastRegistration))
    .where(eq(memberships.groupId, placeholder('groupId')))
    // 'member' > 'manager': managers first.
    .orderBy(asc(memberships.role), asc(memberships.id)),
);

export type RosterRow = Awaited<ReturnType<typeof roster>>[number];

/** Everybody who is or was in the group, managers first, each with their last registration in the class. */
export const findRoster = (
  db: Executor,
  wanted: { classId: number; groupId: number },
): Promise<RosterRow[]> => roster(db, wanted);
