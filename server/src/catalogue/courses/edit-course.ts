import type { CourseForm } from '@portal/contract/office/catalogue';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
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

export const versionedCourse = (id: number) =>
  ({ subject: 'course', id, actions: ['course.create', 'course.edit'] }) as const;

/** Existing classes keep their values. */
export const editCourse = async (
  tx: Tx,
  { id, version, ...form }: CourseForm & { id: number; version: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockCourses(tx);
  const former = describeCourse(await findCourse(tx, id));
  await refuseOldVersion(tx, versionedCourse(id), version);
  await refusingFaults(() => tx.update(courses).set(courseColumns(form)).where(eq(courses.id, id)));
  await setCourseParts(tx, id, form, now);
  const changed = changedFields(former, describeCourse(await findCourse(tx, id)));
  if (changed === null) return;
  await recordEvent(tx, { actor, action: 'course.edit', subject: 'course', subjectId: id, ...changed }, now);
};
