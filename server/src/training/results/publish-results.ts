import { type Outcome, outcomeNames } from '@portal/contract/office/results';
import { actorName, type Circumstances } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import { queueRegistrationMail } from '../../enrolment/queue-registration-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { resultPublishedLetter } from '../letters.ts';
import { mayStepResult } from '../states.ts';
import { type Achieved, findAchievements, findSubjects } from './achievements.ts';
import { changedRefusal, type LockedResult, lockResults } from './lock-results.ts';
import { type PersonResult, recordResults } from './record-result.ts';

export interface SeenResult {
  readonly registrationId: number;
  readonly version: number;
  readonly result: Outcome;
}

interface Published {
  readonly registrationId: number;
  readonly refusal: Refusal | null;
}

export const draftResult = ({
  row,
  proposal,
}: Pick<Achieved<LockedResult>, 'row' | 'proposal'>): Outcome | null =>
  row?.decided === 1 || row?.decided === 2 ? row.decided : proposal.result;

const refusalOf = async (
  tx: Tx,
  { version, result }: SeenResult,
  achieved: Achieved<LockedResult> | undefined,
): Promise<Refusal | null> => {
  if (achieved?.person.registrationState !== 'confirmed') return new Refusal('result_not_confirmed');
  if ((achieved.row?.version ?? 0) !== version) return changedRefusal(tx, achieved.person);
  if (!mayStepResult('publish', achieved.person.state)) return new Refusal('result_published');
  const reached = draftResult(achieved);
  if (reached === null) return new Refusal('result_incomplete');
  return reached === result ? null : new Refusal('result_differs');
};

/** Whether the officer has published this result already. */
const isRepeated = (
  { result }: SeenResult,
  achieved: Achieved<LockedResult> | undefined,
  actor: Staff,
): boolean => achieved?.person.result === result && achieved.row?.updatedBy === actorName(actor);

/** Publishes the results and mails the people. Returns for each whether it was published. */
export const publishResults = async (
  tx: Tx,
  { classId, people }: { classId: number; people: readonly SeenResult[] },
  { actor, now }: Circumstances<Staff>,
): Promise<Published[]> => {
  const opening = await findStaffClass(tx, { classId }, { actor, right: 'result.publish' });
  if (!hasStarted(opening, now)) throw new Refusal('result_before_start');
  const locked = await lockResults(
    tx,
    classId,
    people.map(({ registrationId }) => registrationId),
  );
  const found = await findAchievements(tx, opening, [...locked.values()]);
  const byId = new Map(found.map((each) => [each.person.registrationId, each]));
  const subjectIds = (await findSubjects(tx, opening.courseId)).map(({ id }) => id);

  const published: Published[] = [];
  const outcomes: PersonResult[] = [];
  for (const seen of people) {
    const achieved = byId.get(seen.registrationId);
    const isDone = isRepeated(seen, achieved, actor);
    const refusal = isDone ? null : await refusalOf(tx, seen, achieved);
    published.push({ registrationId: seen.registrationId, refusal });
    if (refusal || !achieved || isDone) continue;
    const scores = achieved.scores.flatMap(({ score }, at) => {
      const subjectId = subjectIds[at];
      return score === null || subjectId === undefined ? [] : [{ subjectId, score }];
    });
    const reason = achieved.row?.reason ?? null;
    outcomes.push({ locked: achieved.person, result: seen.result, scores, reason });
  }
  await recordResults(tx, opening, outcomes, { actor, now });
  for (const { locked, result } of outcomes)
    await queueRegistrationMail(
      tx,
      { registrationId: locked.registrationId },
      ({ about }) => resultPublishedLetter({ ...about, result: outcomeNames[result] }),
      now,
    );
  return published;
};
