import { and, eq, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { classes, organizations, trainClasses } from '../catalogue/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { preparedSelect } from '../platform/statement.ts';
import { type CallerRegistration, type RegistrationSelection, selectionFor } from './rules.ts';
import { HOLDS_SEAT, listOf, type State, UNCHECKED } from './states.ts';
import { registrations } from './tables.ts';

const holdsSeatNow = sql`${registrations.state} in ${sql.raw(listOf(HOLDS_SEAT))}`;

const seated = preparedSelect('find_seated', (query) =>
  query
    .select({ accountId: registrations.accountId })
    .from(registrations)
    .where(
      and(
        eq(registrations.classId, sql.placeholder('classId')),
        sql`${registrations.accountId} = any(${sql.placeholder('accountIds')}::bigint[])`,
        holdsSeatNow,
      ),
    ),
);

/** Which of the people hold a seat in the class, personally or through any group. */
export const findSeated = async (
  db: Executor,
  wanted: { classId: number; accountIds: readonly number[] },
): Promise<number[]> => (await seated(db, wanted)).map(({ accountId }) => accountId);

/** How many registrations of the person nobody has looked at yet. */
export const countPending = (db: Executor, accountId: number): Promise<number> =>
  db.$count(registrations, and(eq(registrations.accountId, accountId), eq(registrations.state, 'pending')));

/**
 * A refused registration is shown until the person applies again, and then never more. What holds a seat is always the
 * last of its person and class.
 */
const isShown: SQL = sql`${registrations.state} <> 'cancelled' and (${registrations.state} <> 'refused' or not exists (
  select from registrations later
  where later.account_id = ${registrations.accountId} and later.class_id = ${registrations.classId}
    and later.id > ${registrations.id}))`;

const me = sql.placeholder('accountId');
const now = sql.placeholder('now');

/*
 * Each step is an array before the next begins. So every row is found by an index, however many there are in all, and
 * the planner, which takes any array for a short one, finds one plan that serves everybody.
 */
const managedGroups = sql`array(
  select group_id from ${memberships} where account_id = ${me} and role = 'manager')`;

const callerRegistrations = preparedSelect('find_stakes', (query) =>
  query
    .select({
      id: registrations.id,
      accountId: registrations.accountId,
      state: registrations.state,
      groupId: groups.id,
      groupCode: groups.code,
    })
    .from(registrations)
    .leftJoin(groups, and(eq(groups.id, registrations.groupId), sql`${groups.id} = any(${managedGroups})`))
    .where(
      and(
        eq(registrations.classId, sql.placeholder('classId')),
        sql`(${registrations.accountId} = ${me} or ${registrations.groupId} = any(${managedGroups}))`,
        isShown,
      ),
    )
    .orderBy(registrations.id),
);

/** All that a caller has to do with a class: their own registration and those of groups that they manage. */
const findCallerRegistrations = async (
  db: Executor,
  wanted: { classId: number; accountId: number },
): Promise<CallerRegistration[]> => {
  const rows = await callerRegistrations(db, wanted);
  return rows.map(({ groupId, groupCode, ...row }) => ({
    ...row,
    managed: groupId === null || groupCode === null ? null : { id: groupId, code: groupCode },
  }));
};

/** The person manages the group through which the registration was made. */
const managesTheGroup = sql`exists (
  select from ${memberships}
  where ${memberships.groupId} = ${registrations.groupId} and ${memberships.accountId} = ${registrations.accountId}
    and ${memberships.role} = 'manager')`;

/** A registration with what staff decide by. */
export interface ReviewedRegistration {
  readonly id: number;
  readonly state: State;
  readonly classId: number;
  readonly organizationId: number;
  readonly trainClassId: number;
  readonly fee: number;
  readonly startTime: Date;
  /** The name of the group whose managers may pay for it; null where it is one's own, or a manager's. */
  readonly group: string | null;
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
      group: groups.name,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(groups, and(eq(groups.id, registrations.groupId), sql`not ${managesTheGroup}`))
    .where(eq(registrations.id, registrationId));
  return found ?? null;
};

/** Who is told what was decided about a registration, and of which class. */
const told = preparedSelect('find_told', (query) =>
  query
    .select({
      accountId: registrations.accountId,
      name: accounts.chineseName,
      email: accounts.email,
      confirmed: sql<boolean>`${accounts.emailConfirmedAt} is not null`,
      organization: organizations.name,
      code: classes.code,
      train: trainClasses.chineseName,
      startTime: classes.startTime,
      place: classes.place,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(trainClasses, eq(trainClasses.id, classes.trainClassId))
    .where(eq(registrations.id, sql.placeholder('registrationId'))),
);

/** The person of a registration and its class, as a mail about it needs them. */
export const findMailData = async (db: Executor, registrationId: number) => {
  const [found] = await told(db, { registrationId });
  if (!found) throw new Error(`registration ${registrationId} is gone`);
  const { accountId: id, name, email, confirmed, ...opening } = found;
  return { person: { id, name: name ?? '', email, confirmed }, opening };
};

const informedClass = preparedSelect('find_informed_class', (query) =>
  query
    .select({
      id: classes.id,
      code: classes.code,
      organization: organizations.name,
      train: trainClasses.chineseName,
      startTime: classes.startTime,
      paidHtml: classes.paidHtml,
      info: classes.info,
      published: sql<boolean>`${classes.publishedAt} is not null`,
    })
    .from(classes)
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(trainClasses, eq(trainClasses.id, classes.trainClassId))
    .where(eq(classes.code, sql.placeholder('code'))),
);

/** A class as who is in it is told of it; published or not: who has a registration in it keeps it. */
export type InformedClass = Awaited<ReturnType<typeof informedClass>>[number];

/**
 * The class of this code, and all that the person has to do with it. null where there is none: of a class that is not
 * published nobody hears who has nothing in it.
 */
export const findClassAndCallerRegistrations = async (
  db: Executor,
  { code, accountId }: { code: string; accountId: number },
): Promise<{ opening: InformedClass; registrations: CallerRegistration[] } | null> => {
  const [opening] = await informedClass(db, { code });
  if (!opening) return null;
  const registrations = await findCallerRegistrations(db, { classId: opening.id, accountId });
  return registrations.length > 0 || opening.published ? { opening, registrations } : null;
};

/** The class of this code, and whose registration in it the person means. Throws why there is none. */
export const selectRegistrations = async (
  db: Executor,
  asked: { code: string; accountId: number; groupCode?: string | undefined },
): Promise<{ opening: InformedClass; selection: RegistrationSelection<CallerRegistration> }> => {
  const found = await findClassAndCallerRegistrations(db, asked);
  if (!found) throw new Refusal('class_unknown');
  const selection = selectionFor(found.registrations, asked);
  if (!selection) throw new Refusal('not_applied');
  return { opening: found.opening, selection };
};

const openClasses = sql`array(
  select class_id from ${registrations}
  where group_id = any(${managedGroups})
    and (state in ${sql.raw(listOf(UNCHECKED))}
      or state = 'confirmed' and (select start_time from ${classes} where id = class_id) >= ${now}))`;
const concerning = sql`array(
  select id from ${registrations}
  where account_id = ${me} or group_id = any(${managedGroups}) and class_id = any(${openClasses}))`;
const isManaged = sql<boolean>`coalesce(${registrations.groupId} = any(${managedGroups}), false)`;

const records = preparedSelect('find_records', (query) =>
  query
    .select({
      id: registrations.id,
      state: registrations.state,
      reason: registrations.reason,
      managed: isManaged,
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
        sql`${registrations.id} = any(${concerning})`,
        isShown,
        sql`(${registrations.state} <> 'confirmed' or ${classes.startTime} >= ${now} or ${isManaged})`,
      ),
    )
    .orderBy(classes.startTime, classes.code, groups.code, registrations.id),
);

export type RecordRow = Awaited<ReturnType<typeof records>>[number];

/**
 * What a person's records are made of, in one round trip: a row for each own registration (`managed` false) and for
 * each one of the groups that they manage. Own ones that are confirmed and have started are left out, and so are a
 * group's of a class where nothing else is left.
 */
export const findRecords = (db: Executor, accountId: number, at: Date): Promise<RecordRow[]> =>
  records(db, { accountId, now: at });
