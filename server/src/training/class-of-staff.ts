import type { Right } from '@portal/contract/rights';
import { and, eq, sql } from 'drizzle-orm';
import { courses, organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { isTaughtBy, withinClasses } from '../staff/scope.ts';

const fields = {
  id: classes.id,
  code: classes.code,
  courseId: classes.courseId,
  course: courses.chineseName,
  organizationId: classes.organizationId,
  organization: organizations.name,
  startTime: classes.startTime,
  place: classes.place,
  hours: sql<number>`coalesce(${classes.hours}, ${courses.hours})`,
  minimum: courses.attendanceMinimum,
};

const select = (db: Executor, classId: number, staff: Staff, right: Right) =>
  db
    .select({ ...fields, isTaught: sql<boolean>`${isTaughtBy(classes.id, sql`${staff.staffId}`)}` })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(and(eq(classes.id, sql`${classId}`), withinClasses(staff, right)));

export type StaffClass = Awaited<ReturnType<typeof select>>[number];

/** Throws `class_not_found`. */
export const findStaffClass = async (
  db: Executor,
  { classId }: { classId: number },
  { actor, right }: { actor: Staff; right: Right },
): Promise<StaffClass> => {
  const [found] = await select(db, classId, actor, right);
  if (!found) throw new Refusal('class_not_found');
  return found;
};
