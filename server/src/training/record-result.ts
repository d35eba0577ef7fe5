import { eq } from 'drizzle-orm';
import { actorName, type Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import { applyStep, refuseUnmadeStep } from '../enrolment/apply-step.ts';
import { requireRegistration } from '../enrolment/require-registration.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { findSubjects } from './achievements.ts';
import { type LockedResult, lockResults } from './lock-results.ts';
import { isScore } from './rules.ts';
import { RESULT_STEPS } from './states.ts';
import { draftScores, results, scores as scoresTable } from './tables.ts';

export interface Score {
  readonly subjectId: number;
  /** To the subject's full score, with one decimal. */
  readonly score: number;
}

interface Result {
  readonly registrationId: number;
  /** 1 pass, 2 fail. */
  readonly result: 1 | 2;
  /** Replace the previous scores. */
  readonly scores: readonly Score[];
  readonly reason?: string | null;
  /** Why the result differs from the computed one. Written to the event. */
  readonly decidedReason?: string | null;
}

/** For the event: `學科測驗 88.5`. */
const checkedScores = async (tx: Tx, courseId: number, scores: readonly Score[]): Promise<string[]> => {
  const known = new Map((await findSubjects(tx, courseId)).map((subject) => [subject.id, subject]));
  const fits = ({ subjectId, score }: Score) => {
    const subject = known.get(subjectId);
    return subject !== undefined && isScore(score, subject.fullScore);
  };
  const distinct = new Set(scores.map(({ subjectId }) => subjectId)).size === scores.length;
  if (!distinct || !scores.every(fits)) throw new Refusal('result_scores');
  return scores.map(({ subjectId, score }) => `${known.get(subjectId)?.name} ${score}`);
};

const replaceScores = async (tx: Tx, registrationId: number, scores: readonly Score[], now: Date) => {
  await tx.delete(draftScores).where(eq(draftScores.registrationId, registrationId));
  await tx.delete(scoresTable).where(eq(scoresTable.registrationId, registrationId));
  if (scores.length === 0) return;
  await tx
    .insert(scoresTable)
    .values(scores.map(({ subjectId, score }) => ({ subjectId, score, registrationId, recordedAt: now })));
};

const keepState = async (
  tx: Tx,
  { registrationId, row, result: former }: LockedResult,
  { result, reason = null }: Pick<Result, 'result' | 'reason'>,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const kept = {
    state: RESULT_STEPS[former === null ? 'publish' : 'correct'].to,
    decided: result,
    reason,
    publishedAt: row?.publishedAt ?? now,
    version: (row?.version ?? 0) + 1,
    updatedBy: actorName(actor),
    updatedAt: now,
  };
  await tx
    .insert(results)
    .values({ registrationId, ...kept })
    .onConflictDoUpdate({ target: results.registrationId, set: kept });
};

/** Refuses before the start of the class. Sends no mail. */
export const recordResult = async (
  tx: Tx,
  { registrationId, result, scores, reason = null, decidedReason = null }: Result,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id, classId, courseId, startTime } = await requireRegistration(tx, registrationId, {
    actor,
    right: 'result.publish',
  });
  if (!hasStarted({ startTime }, now)) throw new Refusal('result_before_start');
  const texts = await checkedScores(tx, courseId, scores);

  const locked = (await lockResults(tx, classId, [id])).get(id);
  if (!locked) throw new Refusal('registration_unknown');
  const step = locked.result === null ? 'record_result' : 'correct_result';
  const changed = await applyStep(tx, step, [locked.registration], {
    ...{ actor, now, result, note: reason },
    data: { result, scores: texts, ...(decidedReason !== null && { decidedReason }) },
  });
  if (changed.length === 0) return refuseUnmadeStep(step, locked.registrationState);
  await replaceScores(tx, id, scores, now);
  await keepState(tx, locked, { result, reason }, { actor, now });
};
