import { type Outcome, outcomeNames } from '@portal/contract/office/training';
import { actorName, type Context } from '../../audit/actor.ts';
import { queueRegistrationMails } from '../../enrolment/queue-registration-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { resultPublishedLetter } from '../letters.ts';
import { mayStepResult } from '../states.ts';
import { type Achieved, findAchievements, findSubjects } from './achievements.ts';
import { type LockedResult, lockResults, resultChanged } from './lock-results.ts';
import { type PersonResult, recordResults } from './record-result.ts';

interface SeenResult {
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

const isChanged = ({ version }: SeenResult, { row }: Pick<LockedResult, 'row'>): boolean =>
  (row?.version ?? 0) !== version;

const refusalOf = (
  seen: SeenResult,
  achieved: Achieved<LockedResult> | undefined,
  names: ReadonlyMap<string, string>,
): Refusal | null => {
  if (achieved?.person.registrationState !== 'confirmed') return new Refusal('result_not_confirmed');
  if (isChanged(seen, achieved)) return resultChanged(achieved.person, names);
  if (!mayStepResult('publish', achieved.person.state)) return new Refusal('result_published');
  const reached = draftResult(achieved);
  if (reached === null) return new Refusal('result_incomplete');
  return reached === seen.result ? null : new Refusal('result_differs');
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
  { actor, now }: Context<Staff>,
): Promise<Published[]> => {
  const trainingClass = await findStaffClass(tx, { classId }, { actor, right: 'result.publish' });
  const locked = await lockResults(
    tx,
    classId,
    people.map(({ registrationId }) => registrationId),
  );
  const found = await findAchievements(tx, trainingClass, [...locked.values()]);
  const byId = new Map(found.map((each) => [each.person.registrationId, each]));
  const subjectIds = (await findSubjects(tx, trainingClass.courseId)).map(({ id }) => id);
  const authors = new Set(found.flatMap(({ row }) => row?.updatedBy ?? []));
  const names = await findActorNames(tx, [...authors]);

  const published: Published[] = [];
  const outcomes: PersonResult[] = [];
  for (const seen of people) {
    const achieved = byId.get(seen.registrationId);
    const isDone = isRepeated(seen, achieved, actor);
    const refusal = isDone ? null : refusalOf(seen, achieved, names);
    published.push({ registrationId: seen.registrationId, refusal });
    if (refusal || !achieved || isDone) continue;
    const scores = achieved.scores.flatMap(({ score }, at) => {
      const subjectId = subjectIds[at];
      return score === null || subjectId === undefined ? [] : [{ subjectId, score }];
    });
    const reason = achieved.row?.reason ?? null;
    outcomes.push({ locked: achieved.person, result: seen.result, scores, reason });
  }
  await recordResults(tx, trainingClass, outcomes, { actor, now });
  await queueRegistrationMails(
    tx,
    outcomes.map(({ locked: { registrationId }, result }) => ({ registrationId, result })),
    ({ about }, { result }) => resultPublishedLetter({ ...about, result: outcomeNames[result] }),
    now,
  );
  return published;
};
