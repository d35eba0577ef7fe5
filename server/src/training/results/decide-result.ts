import type { Outcome } from '@portal/contract/office/training';
import { actorName, type Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import { recordRegistrationEvents, unchanged } from '../../enrolment/record-registration-events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findStaffClass, type StaffClass } from '../class-of-staff.ts';
import { needsReason, type Proposal } from '../rules.ts';
import { mayStepResult } from '../states.ts';
import { results } from '../tables.ts';
import { findAchievements } from './achievements.ts';
import { changedRefusal, type LockedResult, lockResults } from './lock-results.ts';

interface Decision {
  readonly classId: number;
  readonly registrationId: number;
  readonly decided: Outcome | null;
  readonly reason: string | null;
  readonly version: number;
}

const lockDraft = async (tx: Tx, { classId, registrationId, version }: Decision): Promise<LockedResult> => {
  const locked = (await lockResults(tx, classId, [registrationId])).get(registrationId);
  if (locked?.registrationState !== 'confirmed') throw new Refusal('result_not_confirmed');
  if ((locked.row?.version ?? 0) !== version) throw await changedRefusal(tx, locked);
  if (!mayStepResult('edit', locked.state)) throw new Refusal('result_published');
  return locked;
};

const proposalFor = async (tx: Tx, trainingClass: StaffClass, locked: LockedResult): Promise<Proposal> => {
  const [achieved] = await findAchievements(tx, trainingClass, [locked]);
  return achieved?.proposal ?? { result: null, reasons: [] };
};

export const decideResult = async (
  tx: Tx,
  decision: Decision,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { classId, registrationId } = decision;
  const trainingClass = await findStaffClass(tx, { classId }, { actor, right: 'result.write' });
  if (!hasStarted(trainingClass, now)) throw new Refusal('result_before_start');
  const locked = await lockDraft(tx, decision);
  const isOwn = needsReason(decision.decided, await proposalFor(tx, trainingClass, locked));
  if (isOwn && decision.reason === null) throw new Refusal('result_reason');
  // Null follows the proposal when scores change later.
  const [decided, reason] = isOwn ? [decision.decided, decision.reason] : [null, null];
  const by = actorName(actor);
  const kept = { decided, reason, version: (locked.row?.version ?? 0) + 1, updatedBy: by, updatedAt: now };
  await tx
    .insert(results)
    .values({ registrationId, state: 'draft', ...kept })
    .onConflictDoUpdate({ target: results.registrationId, set: kept });
  const data = { result: decided ?? 'proposed' };
  const event = { registrationId, ...unchanged('confirmed'), note: reason, data };
  await recordRegistrationEvents(tx, 'training.decide', [event], { actor, now });
};
