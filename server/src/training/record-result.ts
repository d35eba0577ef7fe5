import { eq } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { subjects } from '../catalogue/tables.ts';
import { findReviewed } from '../enrolment/review.ts';
import { move, throwTransitionRefusal } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { scores as scoresTable } from './tables.ts';

interface Score {
  readonly subjectId: number;
  /** 0 to the subject's full score, with at most one decimal. */
  readonly score: number;
}

interface Result {
  readonly registrationId: number;
  /** 1 pass, 2 fail. */
  readonly result: 1 | 2;
  /** For subjects of the class's course, each at most once. They replace the previous scores. */
  readonly scores: readonly Score[];
}

const refuseWrongScores = async (tx: Tx, courseId: number, scores: readonly Score[]): Promise<void> => {
  const known = await tx
    .select({ id: subjects.id, fullScore: subjects.fullScore })
    .from(subjects)
    .where(eq(subjects.courseId, courseId));
  const fits = ({ subjectId, score }: Score) =>
    known.some(({ id, fullScore }) => id === subjectId && score >= 0 && score <= fullScore) &&
    Number.isInteger(score * 10);
  const distinct = new Set(scores.map(({ subjectId }) => subjectId)).size === scores.length;
  if (!distinct || !scores.every(fits)) throw new Refusal('result_scores');
};

/**
 * Records or corrects a result, from the start of the class on. Only confirmed registrations have results. Throws the
 * refusal otherwise.
 */
export const recordResult = async (
  tx: Tx,
  { registrationId, result, scores }: Result,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id, courseId, startTime } = await findReviewed(tx, registrationId, {
    actor,
    right: 'result.write',
  });
  if (!hasStarted({ startTime }, now)) throw new Refusal('result_before_start');
  await refuseWrongScores(tx, courseId, scores);

  const moved = await move(tx, 'record_result', [id], {
    actor,
    now,
    result,
    data: { result, scores },
  });
  if (moved.length === 0) return throwTransitionRefusal(tx, 'record_result', id);
  await tx.delete(scoresTable).where(eq(scoresTable.registrationId, id));
  if (scores.length > 0) {
    await tx
      .insert(scoresTable)
      .values(scores.map((score) => ({ ...score, registrationId: id, recordedAt: now })));
  }
};
