import type { CourseForm } from '@portal/contract/office/catalogue';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { draftScores, scores } from '../../training/tables.ts';
import { subjects } from '../tables.ts';
import { type CourseSubjectRow, findCourseSubjects } from './course-queries.ts';

type NewSubjects = CourseForm['subjects'];

/** Finds the highest score of each subject, among published and draft scores. */
const findHighest = async (tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await tx.execute<{ id: number; highest: number }>(sql`
    select subject_id as id, max(score)::float as highest from (
      select subject_id, score from ${scores} union all select subject_id, score from ${draftScores}
    ) all_scores where subject_id = any(${sql.param([...ids])}::int[]) and score is not null group by subject_id`);
  return new Map(rows.map(({ id, highest }) => [id, highest]));
};

const refuseLostScores = async (
  tx: Tx,
  there: readonly CourseSubjectRow[],
  wanted: NewSubjects,
): Promise<void> => {
  const highest = await findHighest(
    tx,
    there.map(({ id }) => id),
  );
  for (const { id, name } of there) {
    const score = highest.get(id);
    if (score === undefined) continue;
    const kept = wanted.find((each) => each.id === id);
    if (!kept) throw new Refusal('subject_has_scores', { values: { name } });
    if (score > kept.fullScore) {
      throw new Refusal('subject_score_above', { values: { name: kept.name, n: kept.fullScore } });
    }
  }
};

const refuseUnknown = (there: readonly CourseSubjectRow[], wanted: NewSubjects): void => {
  const known = new Set(there.map(({ id }) => id));
  const given = wanted.flatMap(({ id }) => id ?? []);
  const isKnown = given.every((id) => known.has(id)) && new Set(given).size === given.length;
  if (!isKnown) throw new Refusal('course_part_unknown');
};

/** Drafts without a score go with their subject. */
const remove = async (tx: Tx, there: readonly CourseSubjectRow[], wanted: NewSubjects): Promise<void> => {
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = there.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await tx.delete(subjects).where(inArray(subjects.id, gone));
};

/** Two subjects may swap names, so both get temporary ones first. */
const freeNames = (tx: Tx, courseId: number) =>
  tx
    .update(subjects)
    .set({ name: sql`chr(1) || ${subjects.id}` })
    .where(eq(subjects.courseId, courseId));

/** Lock all courses first. */
export const setCourseSubjects = async (tx: Tx, courseId: number, wanted: NewSubjects): Promise<void> => {
  const there = await findCourseSubjects(tx, courseId);
  refuseUnknown(there, wanted);
  await refuseLostScores(tx, there, wanted);
  await remove(tx, there, wanted);
  await freeNames(tx, courseId);
  for (const [at, { id, ...subject }] of wanted.entries()) {
    const values = { ...subject, position: at + 1 };
    if (id) await tx.update(subjects).set(values).where(eq(subjects.id, id));
    else await insertSubject(tx, { ...values, courseId });
  }
};

/** Lock all courses first. */
const insertSubject = async (tx: Tx, values: Omit<typeof subjects.$inferInsert, 'id'>): Promise<void> => {
  const id = sql<number>`(select coalesce(max(${subjects.id}), 0) + 1 from ${subjects})`;
  await tx.insert(subjects).values({ ...values, id });
};
