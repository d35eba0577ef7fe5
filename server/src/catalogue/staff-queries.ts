import type { RegistrationState } from '@portal/contract/office/reviews';
import type { Right } from '@portal/contract/rights';
import { and, asc, eq, sql } from 'drizzle-orm';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClasses } from '../staff/scope.ts';
import { bankAccounts, classes, classSessions, courses, organizations } from './tables.ts';

/** A class within the scope of the right. Throws `not_found` otherwise, as for one that does not exist. */
export const findClassFor = async (db: Executor, id: number, staff: Staff, right: Right) => {
  const [found] = await db
    .select({
      class: classes,
      course: courses,
      organization: organizations.name,
      group: { id: groups.id, code: groups.code, name: groups.name },
      bankAccount: bankAccounts,
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
export type FoundClass = Awaited<ReturnType<typeof findClassFor>>;

/** In order. */
export const findSessions = (db: Executor, classId: number) =>
  db
    .select()
    .from(classSessions)
    .where(eq(classSessions.classId, classId))
    .orderBy(asc(classSessions.date), asc(classSessions.fromTime));
export type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];

/** The registrations of a class by their state. */
export const countByState = async (
  db: Executor,
  classId: number,
): Promise<ReadonlyMap<RegistrationState, number>> => {
  const rows = await db
    .select({ state: registrations.state, count: sql<number>`count(*)::int` })
    .from(registrations)
    .where(eq(registrations.classId, classId))
    .groupBy(registrations.state);
  return new Map(rows.map(({ state, count }) => [state, count]));
};
