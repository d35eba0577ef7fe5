import {
  type Outcome,
  outcomeNames,
  type Proposed,
  proposalText,
  proposeAgain,
} from '@portal/contract/office/results';
import type { Circumstances } from '../audit/actor.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { findAchievements, findSubjects } from './achievements.ts';
import { findStaffClass, type StaffClass } from './class-of-staff.ts';
import { resultCorrectedLetter } from './letters.ts';
import { changedRefusal, type LockedResult, lockResults } from './lock-results.ts';
import { recordResult, type Score } from './record-result.ts';
import { mayStepResult } from './states.ts';

interface Correction {
  readonly classId: number;
  readonly registrationId: number;
  readonly result: Outcome;
  readonly scores: readonly Score[];
  readonly reason: string;
  /** The result is the officer's own, for `decidedReason`, where it differs from the computed one. */
  readonly isDecided: boolean;
  readonly decidedReason: string | null;
  readonly version: number;
}

const recompute = async (
  tx: Tx,
  opening: StaffClass,
  { locked, scores }: { locked: LockedResult; scores: readonly Score[] },
): Promise<Proposed> => {
  const [achieved] = await findAchievements(tx, opening, [locked]);
  const subjects = await findSubjects(tx, opening.courseId);
  const corrected = new Map(scores.map(({ subjectId, score }) => [subjectId, score]));
  return proposeAgain(
    achieved?.proposal.reasons ?? [],
    subjects.map(({ id, name, passScore }) => ({ name, passScore, score: corrected.get(id) ?? null })),
  );
};

/** Returns the reason for a result that differs from the computed one; null if they are equal. */
const requireDecidedReason = (
  { result, isDecided, decidedReason }: Correction,
  computed: Proposed,
): string | null => {
  if (result === computed.result) return null;
  const values = { what: proposalText(computed), result: outcomeNames[result] };
  if (!isDecided) throw new Refusal('result_recomputed', { values });
  if (decidedReason === null) throw new Refusal('result_decided_reason');
  return decidedReason;
};

/** The result follows from the corrected scores and the attendance, unless the officer decides otherwise. */
export const correctResult = async (
  tx: Tx,
  correction: Correction,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { classId, registrationId, scores, result, reason, version } = correction;
  const opening = await findStaffClass(tx, { classId }, { actor, right: 'result.publish' });
  const locked = (await lockResults(tx, classId, [registrationId])).get(registrationId);
  if (locked?.registrationState !== 'confirmed') throw new Refusal('result_not_confirmed');
  if (!mayStepResult('correct', locked.state)) throw new Refusal('result_unpublished');
  if ((locked.row?.version ?? 0) !== version) throw await changedRefusal(tx, locked);
  const computed = await recompute(tx, opening, { locked, scores });
  const decidedReason = requireDecidedReason(correction, computed);
  await recordResult(tx, { registrationId, result, scores, reason, decidedReason }, { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId },
    ({ about }) => resultCorrectedLetter({ ...about, result: outcomeNames[result], reason }),
    now,
  );
};
