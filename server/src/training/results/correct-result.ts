import { type Outcome, outcomeNames, type Proposed, proposalText } from '@portal/contract/office/training';
import type { Context } from '../../audit/actor.ts';
import { queueRegistrationMails } from '../../enrolment/queue-registration-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { resultCorrectedLetter } from '../letters.ts';
import { mayStepResult } from '../states.ts';
import { findAchievements, findSubjects } from './achievements.ts';
import { changedRefusal, type LockedResult, lockResults } from './lock-results.ts';
import { recomputed } from './recomputed.ts';
import { recordResults, type Score } from './record-result.ts';

export interface Correction {
  readonly registrationId: number;
  readonly result: Outcome;
  /** All scores of the person. */
  readonly scores: readonly Score[];
  /** The result is the officer's own, for `decidedReason`, where it differs from the computed one. */
  readonly isDecided: boolean;
  readonly decidedReason: string | null;
  readonly version: number;
}

interface Shared {
  readonly classId: number;
  readonly reason: string;
}

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

const requireCorrectable = async (
  tx: Tx,
  { version }: Correction,
  locked: LockedResult | undefined,
): Promise<LockedResult> => {
  if (locked?.registrationState !== 'confirmed') throw new Refusal('result_not_confirmed');
  if (!mayStepResult('correct', locked.state)) throw new Refusal('result_unpublished');
  if ((locked.row?.version ?? 0) !== version) throw await changedRefusal(tx, locked);
  return locked;
};

/** Corrects all or none. Each result follows from the corrected scores and the attendance. Each person gets a mail. */
export const correctResults = async (
  tx: Tx,
  { classId, reason, corrections }: Shared & { readonly corrections: readonly Correction[] },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await findStaffClass(tx, { classId }, { actor, right: 'result.publish' });
  const ids = corrections.map(({ registrationId }) => registrationId);
  const people = await lockResults(tx, classId, ids);
  for (const each of corrections) await requireCorrectable(tx, each, people.get(each.registrationId));
  const achieved = await findAchievements(tx, trainingClass, [...people.values()]);
  const byId = new Map(achieved.map((each) => [each.person.registrationId, each]));
  const subjects = await findSubjects(tx, trainingClass.courseId);
  const outcomes = corrections.flatMap((each) => {
    const found = byId.get(each.registrationId);
    if (!found) return [];
    const { result, scores } = each;
    const decidedReason = requireDecidedReason(each, recomputed(found, subjects, scores));
    return [{ locked: found.person, result, scores, reason, decidedReason }];
  });
  await recordResults(tx, trainingClass, outcomes, { actor, now });
  await queueRegistrationMails(
    tx,
    corrections,
    ({ about }, { result }) => resultCorrectedLetter({ ...about, result: outcomeNames[result], reason }),
    now,
  );
};

export const correctResult = (
  tx: Tx,
  { classId, reason, ...correction }: Shared & Correction,
  context: Context<Staff>,
): Promise<void> => correctResults(tx, { classId, reason, corrections: [correction] }, context);
