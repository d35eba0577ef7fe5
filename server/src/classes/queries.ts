import type { RegistrationState } from '@portal/contract/office/enrolment';
import type { Right } from '@portal/contract/rights';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { bankAccounts, courses, organizations } from '../catalogue/tables.ts';
import { holdsSeat } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClasses } from '../staff/scope.ts';
import { staffAccounts, staffRoles } from '../staff/tables.ts';
import { classes, classInstructors, classSessions } from './tables.ts';

/** Throws `not_found` if the class is unknown or the right does not reach it. */
export const requireClassFor = async (db: Executor, id: number, staff: Staff, right: Right) => {
  const [found] = await db
    .select({
      class: classes,
      course: courses,
      organization: organizations.name,
      group: { id: groups.id, code: groups.code, name: groups.name },
      bankAccount: {
        id: bankAccounts.id,
        bank: bankAccounts.bank,
        holder: bankAccounts.holder,
        number: bankAccounts.number,
      },
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .leftJoin(groups, eq(groups.id, classes.groupId))
    .leftJoin(bankAccounts, eq(bankAccounts.id, classes.bankAccountId))
    .where(and(eq(classes.id, id), withinClasses(staff, right)));
  if (!found) throw new Refusal('not_found');
  return found;
};
export type FoundClass = Awaited<ReturnType<typeof requireClassFor>>;

/** Throws `course_unknown`. */
export const requireCourse = async (db: Executor, id: number) => {
  const [found] = await db.select().from(courses).where(eq(courses.id, id));
  if (!found) throw new Refusal('course_unknown');
  return found;
};

export const findSessions = (db: Executor, classId: number) =>
  db
    .select()
    .from(classSessions)
    .where(eq(classSessions.classId, classId))
    .orderBy(asc(classSessions.date), asc(classSessions.fromTime));
/** Returns the sessions by class, in order. */
export const findSessionsOf = async (
  db: Executor,
  classIds: readonly number[],
): Promise<ReadonlyMap<number, SessionRow[]>> =>
  Map.groupBy(
    await db
      .select()
      .from(classSessions)
      .where(inArray(classSessions.classId, [...new Set(classIds)]))
      .orderBy(asc(classSessions.date), asc(classSessions.fromTime)),
    ({ classId }) => classId,
  );
export type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];

export interface RegistrationCounts {
  readonly byState: ReadonlyMap<RegistrationState, number>;
  /** People who were not reviewed or have not paid. */
  readonly unfinished: number;
  /** Confirmed people without a result, and with one. */
  readonly unresulted: number;
  readonly resulted: number;
}

export const countRegistrations = async (db: Executor, classId: number): Promise<RegistrationCounts> => {
  const rows = await db
    .select({
      state: registrations.state,
      count: sql<number>`count(*)::int`,
      resulted: sql<number>`count(${registrations.result})::int`,
    })
    .from(registrations)
    .where(eq(registrations.classId, classId))
    .groupBy(registrations.state);
  const confirmed = rows.find(({ state }) => state === 'confirmed');
  const resulted = confirmed?.resulted ?? 0;
  return {
    byState: new Map(rows.map(({ state, count }) => [state, count])),
    unfinished: rows
      .filter(({ state }) => holdsSeat(state) && state !== 'confirmed')
      .reduce((sum, { count }) => sum + count, 0),
    unresulted: (confirmed?.count ?? 0) - resulted,
    resulted,
  };
};

export const findInstructors = (db: Executor, classId: number) =>
  db
    .select({ id: staffAccounts.id, name: staffAccounts.name })
    .from(classInstructors)
    .innerJoin(staffAccounts, eq(staffAccounts.id, classInstructors.staffId))
    .where(eq(classInstructors.classId, classId))
    .orderBy(asc(staffAccounts.name), asc(staffAccounts.id));

/** People with the role in the organisation. */
export const findPossibleInstructors = (db: Executor, organizationId: number) =>
  db
    .selectDistinct({ id: staffAccounts.id, name: staffAccounts.name })
    .from(staffAccounts)
    .innerJoin(staffRoles, eq(staffRoles.staffId, staffAccounts.id))
    .where(
      and(
        eq(staffRoles.role, 'instructor'),
        or(isNull(staffRoles.organizationId), eq(staffRoles.organizationId, organizationId)),
        isNull(staffAccounts.suspendedAt),
      ),
    )
    .orderBy(asc(staffAccounts.name), asc(staffAccounts.id));

/** The accounts of the organisation, and those that its classes name. */
export const findBankAccountChoices = (db: Executor, organizationId: number) =>
  db
    .select({
      id: bankAccounts.id,
      bank: bankAccounts.bank,
      holder: bankAccounts.holder,
      number: bankAccounts.number,
      isClosed: sql<boolean>`${bankAccounts.closedAt} is not null`,
    })
    .from(bankAccounts)
    .where(
      or(
        eq(bankAccounts.organizationId, organizationId),
        sql`exists (
          select from ${classes}
          where ${classes.bankAccountId} = ${bankAccounts.id} and ${classes.organizationId} = ${organizationId})`,
      ),
    )
    .orderBy(asc(bankAccounts.id));
export type BankAccountChoice = Awaited<ReturnType<typeof findBankAccountChoices>>[number];
