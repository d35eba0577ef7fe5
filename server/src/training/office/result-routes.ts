import * as contract from '@portal/contract/office/training';
import type { Right } from '@portal/contract/rights';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal, refusalText } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { resultPermissions } from '../policy.ts';
import { findAchievements, findSubjects } from '../results/achievements.ts';
import { correctResult } from '../results/correct-result.ts';
import { decideResult } from '../results/decide-result.ts';
import { publishResults } from '../results/publish-results.ts';
import { saveScores } from '../results/save-scores.ts';
import { presentScored, presentScores } from './present.ts';
import { findConfirmed } from './queries.ts';

interface Changed {
  readonly classId: number;
  readonly ids: readonly number[];
}

const showScored = async (
  db: Database,
  { classId, ids }: Changed,
  by: { actor: Staff; right: Right },
): Promise<contract.ScoredPerson[]> => {
  const trainingClass = await findStaffClass(db, { classId }, by);
  const people = await findConfirmed(db, classId, ids);
  return (await findAchievements(db, trainingClass, people)).map((each) =>
    presentScored(each, trainingClass),
  );
};

const showOne = async (...args: Parameters<typeof showScored>): Promise<contract.ScoredPerson> => {
  const [person] = await showScored(...args);
  if (!person) throw new Refusal('result_not_confirmed');
  return person;
};

const outcomeOf = <Row extends { readonly refusal: Refusal | null }>({ refusal, ...row }: Row) => ({
  ...row,
  done: refusal === null,
  why: refusal && refusalText(refusal),
});

export const resultRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.scoreSheet, async ({ params: { id: classId }, actor, now }) => {
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'result.read' });
    const [asked, people] = await Promise.all([
      findSubjects(db, trainingClass.courseId),
      findConfirmed(db, classId),
    ]);
    const achieved = await findAchievements(db, trainingClass, people);
    return presentScores(
      { trainingClass, subjects: asked, people: achieved, can: resultPermissions(trainingClass, actor) },
      now,
    );
  });

  serve(contract.saveScores, async ({ params: { id: classId }, body, actor, now }) => {
    const cells = [
      ...new Map(body.cells.map((cell) => [`${cell.registrationId} ${cell.subjectId}`, cell])).values(),
    ];
    const saved = await inTransaction(db, (tx) => saveScores(tx, { classId, cells }, { actor, now }));
    const ids = [...new Set(saved.map(({ registrationId }) => registrationId))];
    const people = await showScored(db, { classId, ids }, { actor, right: 'result.write' });
    return { cells: saved.map(outcomeOf), people };
  });

  serve(contract.decideResult, async ({ params: { id: classId, registration }, body, actor, now }) => {
    const decision = { classId, registrationId: registration, ...body };
    await inTransaction(db, (tx) => decideResult(tx, decision, { actor, now }));
    return showOne(db, { classId, ids: [registration] }, { actor, right: 'result.write' });
  });

  serve(contract.publishResults, async ({ params: { id: classId }, body, actor, now }) => {
    const people = [...new Map(body.people.map((person) => [person.registrationId, person])).values()];
    const published = await inTransaction(db, (tx) =>
      publishResults(tx, { classId, people }, { actor, now }),
    );
    const ids = published.map(({ registrationId }) => registrationId);
    const shown = await showScored(db, { classId, ids }, { actor, right: 'result.publish' });
    return { results: published.map(outcomeOf), people: shown };
  });

  serve(contract.correctResult, async ({ params: { id: classId, registration }, body, actor, now }) => {
    const correction = { classId, registrationId: registration, ...body };
    await inTransaction(db, (tx) => correctResult(tx, correction, { actor, now }));
    return showOne(db, { classId, ids: [registration] }, { actor, right: 'result.publish' });
  });
};
