import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { coursePrerequisites } from '../tables.ts';
import { allPrerequisites, namesOfCourses } from './course-queries.ts';
import { circularPrerequisite } from './course-rules.ts';

/** Lock all courses first: a cycle involves several. */
export const setCoursePrerequisites = async (
  tx: Tx,
  courseId: number,
  requires: readonly number[],
): Promise<void> => {
  const wanted = [...new Set(requires)];
  const names = await namesOfCourses(tx, wanted);
  if (names.size < wanted.length) throw new Refusal('course_requires_unknown');
  const circular = circularPrerequisite(courseId, wanted, await allPrerequisites(tx));
  if (circular !== null) {
    throw new Refusal('course_requires_circle', { values: { name: names.get(circular) ?? '' } });
  }
  await tx.delete(coursePrerequisites).where(eq(coursePrerequisites.courseId, courseId));
  if (wanted.length === 0) return;
  await tx.insert(coursePrerequisites).values(wanted.map((requiresId) => ({ courseId, requiresId })));
};
