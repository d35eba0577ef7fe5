import { type Outcome, outcomeNames } from '@portal/contract/office/results';
import type { Circumstances } from '../audit/actor.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { findStaffClass } from './class-of-staff.ts';
import { resultCorrectedLetter } from './letters.ts';
import { changedRefusal, lockResults } from './lock-results.ts';
import { recordResult, type Score } from './record-result.ts';
import { mayStepResult } from './states.ts';

interface Correction {
  readonly classId: number;
  readonly registrationId: number;
  readonly result: Outcome;
  readonly scores: readonly Score[];
  readonly reason: string;
  readonly version: number;
}

export const correctResult = async (
  tx: Tx,
  { classId, version, ...correction }: Correction,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { registrationId, reason, result } = correction;
  await findStaffClass(tx, { classId }, { actor, right: 'result.publish' });
  const locked = (await lockResults(tx, classId, [registrationId])).get(registrationId);
  if (locked?.registrationState !== 'confirmed') throw new Refusal('result_not_confirmed');
  if (!mayStepResult('correct', locked.state)) throw new Refusal('result_unpublished');
  if ((locked.row?.version ?? 0) !== version) throw await changedRefusal(tx, locked);
  await recordResult(tx, correction, { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId },
    ({ about }) => resultCorrectedLetter({ ...about, result: outcomeNames[result], reason }),
    now,
  );
};
