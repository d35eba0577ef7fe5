import type { CourseForm } from '@portal/contract/office/catalogue';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { courses } from '../tables.ts';
import { findCourse } from './course-queries.ts';
import {
  courseColumns,
  describeCourse,
  lockCourses,
  refusingFaults,
  setCourseParts,
} from './write-course.ts';

const next = (column: typeof courses.id | typeof courses.position) =>
  sql<number>`(select coalesce(max(${column}), 0) + 1 from ${courses})`;

export const addCourse = async (
  tx: Tx,
  form: CourseForm,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockCourses(tx);
  const [added] = await refusingFaults(() =>
    tx
      .insert(courses)
      .values({ ...courseColumns(form), id: next(courses.id), position: next(courses.position) })
      .returning({ id: courses.id }),
  );
  if (!added) throw new Error('the course was not inserted');
  await setCourseParts(tx, added.id, form, now);
  const after = describeCourse(await findCourse(tx, added.id));
  const event = { actor, action: 'course.create', subject: 'course', subjectId: added.id } as const;
  await recordEvent(tx, { ...event, after }, now);
  return added.id;
};
