import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { certificateKinds, courseDocuments, coursePrerequisites, courses, subjects } from '../tables.ts';

export const courseRows = (db: Executor) =>
  db
    .select({
      id: courses.id,
      code: courses.code,
      name: courses.chineseName,
      kind: certificateKinds.name,
      hours: courses.hours,
      fee: courses.fee,
      limitNumber: courses.limitNumber,
      subjects: sql<number>`(select count(*)::int from subjects s where s.course_id = ${courses.id})`,
      classes: sql<number>`(select count(*)::int from classes c where c.course_id = ${courses.id})`,
    })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .orderBy(asc(courses.position), asc(courses.id));

export const allCertificateKinds = (db: Executor) =>
  db
    .select({ id: certificateKinds.id, name: certificateKinds.name })
    .from(certificateKinds)
    .orderBy(asc(certificateKinds.id));

export const findCourseSubjects = (db: Executor, courseId: number) =>
  db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, courseId))
    .orderBy(asc(subjects.position), asc(subjects.id));
export type CourseSubjectRow = typeof subjects.$inferSelect;

const findRequired = (db: Executor, courseId: number) =>
  db
    .select({ id: courses.id, name: courses.chineseName })
    .from(coursePrerequisites)
    .innerJoin(courses, eq(courses.id, coursePrerequisites.requiresId))
    .where(eq(coursePrerequisites.courseId, courseId))
    .orderBy(asc(courses.position), asc(courses.id));

export const findCourseDocuments = (db: Executor, courseId: number) =>
  db
    .select()
    .from(courseDocuments)
    .where(and(eq(courseDocuments.courseId, courseId), isNull(courseDocuments.withdrawnAt)))
    .orderBy(asc(courseDocuments.position), asc(courseDocuments.id));

/** Undefined if there is none. */
export const findCourseIfAny = async (db: Executor, id: number) => {
  const [found] = await db
    .select({ course: courses, kind: { id: certificateKinds.id, name: certificateKinds.name } })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .where(eq(courses.id, id));
  return (
    found && {
      ...found,
      subjects: await findCourseSubjects(db, id),
      requires: await findRequired(db, id),
      documents: await findCourseDocuments(db, id),
    }
  );
};
export type FoundCourse = NonNullable<Awaited<ReturnType<typeof findCourseIfAny>>>;

/** Throws `not_found`. */
export const findCourse = async (db: Executor, id: number): Promise<FoundCourse> => {
  const found = await findCourseIfAny(db, id);
  if (!found) throw new Refusal('not_found');
  return found;
};

export const allPrerequisites = (db: Executor) =>
  db
    .select({ courseId: coursePrerequisites.courseId, requiresId: coursePrerequisites.requiresId })
    .from(coursePrerequisites);

export const namesOfCourses = async (db: Executor, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .select({ id: courses.id, name: courses.chineseName })
    .from(courses)
    .where(inArray(courses.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
};
