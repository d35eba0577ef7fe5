import { CELLS_MAX } from '@portal/contract/office/results';
import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { SheetRows } from '../platform/sheet-rows.ts';
import type { Staff } from '../staff/actors.ts';
import { findAchievements, findSubjects } from './achievements.ts';
import { findStaffClass } from './class-of-staff.ts';
import { findConfirmed } from './office-queries.ts';
import { saveScores } from './save-scores.ts';
import { planDigest, planScores, type ScorePlan, splitCells } from './score-plan.ts';

interface ScoreUpload {
  readonly classId: number;
  readonly rows: SheetRows['rows'];
}

export const planUpload = async (
  db: Executor,
  { classId, rows }: ScoreUpload,
  { actor, now }: Circumstances<Staff>,
): Promise<ScorePlan> => {
  const opening = await findStaffClass(db, { classId }, { actor, right: 'result.write' });
  if (!hasStarted(opening, now)) throw new Refusal('result_before_start');
  const subjects = await findSubjects(db, opening.courseId);
  const people = await findAchievements(db, opening, await findConfirmed(db, classId));
  return planScores(rows, { code: opening.code, subjects, people });
};

/** Writes all changes or none: they must equal those that the sender saw. Returns the number of cells written. */
export const importScores = async (
  tx: Tx,
  { seen, ...upload }: ScoreUpload & { readonly seen: string },
  { actor, now }: Circumstances<Staff>,
): Promise<number> => {
  const plan = await planUpload(tx, upload, { actor, now });
  if (plan.changes.length === 0) return 0;
  if (planDigest(plan) !== seen) throw new Refusal('score_file_changed');
  const { classId } = upload;
  const changed = plan.changes.map(({ cell }) => cell);
  for (const cells of splitCells(changed, CELLS_MAX)) {
    const saved = await saveScores(tx, { classId, cells }, { actor, now });
    const refused = saved.find(({ refusal }) => refusal !== null);
    if (refused?.refusal) throw refused.refusal;
  }
  return plan.changes.length;
};
