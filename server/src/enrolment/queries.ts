import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { classes, organizations, trainClasses } from '../catalogue/tables.ts';
import { findManagedGroups } from '../groups/queries.ts';
import { groups, memberships } from '../groups/tables.ts';
import type { Database, Executor } from '../platform/database.ts';
import type { Stake } from './rules.ts';
import { HOLDS_SEAT, type State, UNCHECKED } from './states.ts';
import { registrations } from './tables.ts';

/** Which of the people hold a seat in the class, personally or through any group. */
export const findSeated = async (
  db: Executor,
  { classId, accountIds }: { classId: number; accountIds: readonly number[] },
): Promise<number[]> => {
  const rows = await db
    .select({ accountId: registrations.accountId })
    .from(registrations)
    .where(
      and(
        eq(registrations.classId, classId),
        inArray(registrations.accountId, [...accountIds]),
        inArray(registrations.state, [...HOLDS_SEAT]),
      ),
    );
  return rows.map(({ accountId }) => accountId);
};

/** The last word of a person on a class: what came after it, or was cancelled, is not shown any more. */
const isShown: SQL = sql`${registrations.state} <> 'cancelled' and not exists (
  select from registrations later
  where later.account_id = ${registrations.accountId} and later.class_id = ${registrations.classId}
    and later.id > ${registrations.id})`;

/** All that a caller has to do with a class: their own registration and those of groups that they manage. */
export const findStakes = async (
  db: Executor,
  { classId, accountId }: { classId: number; accountId: number },
): Promise<Stake[]> => {
  const managed = await findManagedGroups(db, accountId);
  const groupIds = managed.map(({ id }) => id);
  const rows = await db
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      state: registrations.state,
      groupId: registrations.groupId,
    })
    .from(registrations)
    .where(
      and(
        eq(registrations.classId, classId),
        or(eq(registrations.accountId, accountId), inArray(registrations.groupId, groupIds)),
        isShown,
      ),
    )
    .orderBy(registrations.id);
  return rows.map(({ groupId, ...row }) => ({
    ...row,
    managed: managed.find(({ id }) => id === groupId) ?? null,
  }));
};

/** A registration with what staff decide by. */
export interface ReviewedRegistration {
  readonly id: number;
  readonly state: State;
  readonly classId: number;
  readonly organizationId: number;
  readonly trainClassId: number;
  readonly fee: number;
  readonly startTime: Date;
}

export const findRegistration = async (
  db: Executor,
  registrationId: number,
): Promise<ReviewedRegistration | null> => {
  const [found] = await db
    .select({
      id: registrations.id,
      state: registrations.state,
      classId: registrations.classId,
      organizationId: classes.organizationId,
      trainClassId: classes.trainClassId,
      fee: classes.fee,
      startTime: classes.startTime,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(eq(registrations.id, registrationId));
  return found ?? null;
};

/** The class of this code, published or not: who has a registration in it keeps it. */
export const findClassStart = async (
  db: Executor,
  code: string,
): Promise<{ id: number; startTime: Date } | null> => {
  const [found] = await db
    .select({ id: classes.id, startTime: classes.startTime })
    .from(classes)
    .where(eq(classes.code, code));
  return found ?? null;
};

export type RecordRow = Awaited<ReturnType<ReturnType<typeof prepareRecords>['execute']>>[number];

/**
 * What a person's records are made of, in one prepared round trip: a row for each own registration (`managed` false)
 * and for each one of the groups that they manage. What is confirmed and has started is left out where no other
 * seat of its group needs it.
 */
export const prepareRecords = (db: Database) => {
  const me = sql.placeholder('accountId');
  const now = sql.placeholder('now');
  // An array, known before the rows are looked for: both sides of the `or` are found by their index.
  const managedGroups = sql`array(
    select ${memberships.groupId} from ${memberships}
    where ${memberships.accountId} = ${me} and ${memberships.role} = 'manager')`;
  const managed = sql<boolean>`coalesce(${registrations.groupId} = any(${managedGroups}), false)`;
  const openInGroup = sql`exists (
    select from registrations other
    where other.group_id = ${registrations.groupId} and other.class_id = ${registrations.classId}
      and other.state in (${sql.raw(UNCHECKED.map((state) => `'${state}'`).join(', '))}))`;
  return db
    .select({
      id: registrations.id,
      state: registrations.state,
      reason: registrations.reason,
      managed,
      groupName: groups.name,
      groupCode: groups.code,
      person: accounts.chineseName,
      code: classes.code,
      startTime: classes.startTime,
      organization: organizations.name,
      train: trainClasses.chineseName,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(trainClasses, eq(trainClasses.id, classes.trainClassId))
    .leftJoin(groups, eq(groups.id, registrations.groupId))
    .where(
      and(
        sql`(${registrations.accountId} = ${me} or ${registrations.groupId} = any(${managedGroups}))`,
        isShown,
        or(ne(registrations.state, 'confirmed'), sql`${classes.startTime} >= ${now}`, openInGroup),
      ),
    )
    .orderBy(classes.startTime, classes.code, groups.code, registrations.id)
    .prepare('find_records');
};
