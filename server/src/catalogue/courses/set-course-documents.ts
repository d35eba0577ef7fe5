import type { CourseForm } from '@portal/contract/office/catalogue';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { courseDocuments } from '../tables.ts';
import { findCourseDocuments } from './course-queries.ts';

type NewDocuments = CourseForm['documents'];

const withdraw = async (tx: Tx, ids: readonly number[], now: Date): Promise<void> => {
  await tx
    .update(courseDocuments)
    .set({ withdrawnAt: now })
    .where(inArray(courseDocuments.id, [...ids]));
};

/** Two documents may swap names, so both get temporary ones first. */
const freeNames = (tx: Tx, courseId: number) =>
  tx
    .update(courseDocuments)
    .set({ name: sql`chr(1) || ${courseDocuments.id}` })
    .where(and(eq(courseDocuments.courseId, courseId), isNull(courseDocuments.withdrawnAt)));

/** Lock all courses first. */
export const setCourseDocuments = async (
  tx: Tx,
  courseId: number,
  wanted: NewDocuments,
  now: Date,
): Promise<void> => {
  const there = new Set((await findCourseDocuments(tx, courseId)).map(({ id }) => id));
  const kept = new Set(wanted.flatMap(({ id }) => id ?? []));
  if ([...kept].some((id) => !there.has(id))) throw new Refusal('course_part_unknown');
  await withdraw(
    tx,
    [...there].filter((id) => !kept.has(id)),
    now,
  );
  await freeNames(tx, courseId);
  for (const [at, { id, ...document }] of wanted.entries()) {
    const values = { ...document, position: at + 1 };
    if (id) await tx.update(courseDocuments).set(values).where(eq(courseDocuments.id, id));
    else await tx.insert(courseDocuments).values({ ...values, courseId });
  }
};
