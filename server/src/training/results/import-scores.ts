import { CELLS_MAX } from '@portal/contract/office/training';
import type { Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SheetRows } from '../../platform/sheets/sheet-rows.ts';
import type { Staff } from '../../staff/actors.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { findConfirmed } from '../office/queries.ts';
import { resultPermissions } from '../policy.ts';
import { findAchievements, findSubjects } from './achievements.ts';
import { type Correction, correctResults } from './correct-result.ts';
import type { PlannedCorrection } from './plan-correction.ts';
import { saveScores } from './save-scores.ts';
import { planDigest, planScores, type ScorePlan, splitCells } from './score-plan.ts';

interface ScoreUpload {
  readonly classId: number;
  readonly rows: SheetRows['rows'];
}

interface Reasons {
  /** The reason for the corrections. */
  readonly reason: string | null;
  /** The registrations whose former result stays. */
  readonly keep: readonly number[];
  readonly decidedReason: string | null;
}

export const planUpload = async (
  db: Executor,
  { classId, rows }: ScoreUpload,
  { actor, now }: Context<Staff>,
): Promise<ScorePlan> => {
  const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'result.write' });
  if (!hasStarted(trainingClass, now)) throw new Refusal('result_before_start');
  const subjects = await findSubjects(db, trainingClass.courseId);
  const people = await findAchievements(db, trainingClass, await findConfirmed(db, classId));
  const actors = new Set(people.flatMap(({ row }) => row?.updatedBy ?? []));
  const authors = await findActorNames(db, [...actors]);
  const mayCorrect = resultPermissions(trainingClass, actor).publish;
  return planScores(rows, { code: trainingClass.code, subjects, people, mayCorrect, authors });
};

const decide = (
  { shown, scores, version }: PlannedCorrection,
  { keep, decidedReason }: Reasons,
): Correction => {
  const { registrationId, name, former, computed, why } = shown;
  const isDecided = keep.includes(registrationId);
  const result = isDecided ? former : computed;
  if (result === null) throw new Refusal('score_file_not_computed', { values: { name, what: why } });
  return { registrationId, result, scores, isDecided, decidedReason, version };
};

const writeDrafts = async (
  tx: Tx,
  classId: number,
  { changes }: ScorePlan,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const changed = changes.map(({ cell }) => cell);
  for (const cells of splitCells(changed, CELLS_MAX)) {
    const saved = await saveScores(tx, { classId, cells }, { actor, now });
    const refused = saved.find(({ refusal }) => refusal !== null);
    if (refused?.refusal) throw refused.refusal;
  }
};

/** Writes all drafts and corrections or none: they must equal those that the sender saw. Returns their numbers. */
export const importScores = async (
  tx: Tx,
  { seen, classId, rows, ...reasons }: ScoreUpload & Reasons & { readonly seen: string },
  { actor, now }: Context<Staff>,
): Promise<{ saved: number; corrected: number }> => {
  const plan = await planUpload(tx, { classId, rows }, { actor, now });
  const done = { saved: plan.changes.length, corrected: plan.corrections.length };
  // A repeated upload finds all its scores stored.
  const isRepeated = plan.problems.every(({ kind }) => kind !== 'kept');
  if (done.saved + done.corrected === 0 && isRepeated) return done;
  if (planDigest(plan) !== seen) throw new Refusal('score_file_changed');
  if (done.corrected > 0) {
    const { reason } = reasons;
    if (reason === null) throw new Refusal('score_file_reason');
    const corrections = plan.corrections.map((planned) => decide(planned, reasons));
    await correctResults(tx, { classId, reason, corrections }, { actor, now });
  }
  await writeDrafts(tx, classId, plan, { actor, now });
  return done;
};
