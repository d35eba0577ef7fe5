import type { CourseForm } from '@portal/contract/office/catalogue';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import { courses } from '../tables.ts';
import type { FoundCourse } from './course-queries.ts';
import { setCourseDocuments } from './set-course-documents.ts';
import { setCoursePrerequisites } from './set-course-prerequisites.ts';
import { setCourseSubjects } from './set-course-subjects.ts';

/** Locks all courses: new ids follow the highest one, and a cycle of prerequisites involves several courses. */
export const lockCourses = (tx: Tx) => tx.execute(sql`lock table ${courses} in share row exclusive mode`);

export const courseColumns = ({ name, kindId, ...form }: CourseForm) => ({
  code: form.code,
  chineseName: name,
  certificateKindId: kindId,
  hours: form.hours,
  attendanceMinimum: form.attendanceMinimum,
  fee: form.fee,
  limitNumber: form.limitNumber,
  paymentDays: form.paymentDays,
  html: cleanHtml(form.html),
  paidHtml: cleanHtml(form.paidHtml),
  info: cleanHtml(form.info) || null,
});

const FAULTS = {
  courses_code_unique: 'course_code_taken',
  courses_certificate_kind_id_certificate_kinds_id_fk: 'course_kind_unknown',
} as const;

export const refusingFaults = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const code = FAULTS[(violatedConstraint(error) ?? '') as keyof typeof FAULTS];
    throw code ? new Refusal(code) : error;
  }
};

export const setCourseParts = async (
  tx: Tx,
  courseId: number,
  { subjects, requires, documents }: CourseForm,
  now: Date,
): Promise<void> => {
  await setCourseSubjects(tx, courseId, subjects);
  await setCoursePrerequisites(tx, courseId, requires);
  await setCourseDocuments(tx, courseId, documents, now);
};

export const describeCourse = ({ course, kind, subjects, requires, documents }: FoundCourse) => ({
  code: course.code,
  name: course.chineseName,
  certificateKind: kind.name,
  hours: course.hours,
  attendanceMinimum: course.attendanceMinimum,
  fee: course.fee,
  limitNumber: course.limitNumber,
  paymentDays: course.paymentDays,
  subjects: subjects.map(
    ({ name, kind: part, fullScore, passScore }) =>
      `${name}（${part}，滿分 ${fullScore}，及格 ${passScore}）`,
  ),
  requires: requires.map(({ name }) => name),
  documents: documents.map(
    ({ name, hint, required }) =>
      `${name}（${required ? '必備' : '選備'}${hint === null ? '' : `：${hint}`}）`,
  ),
  html: course.html,
  paidHtml: course.paidHtml,
  info: course.info,
});
