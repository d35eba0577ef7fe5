import { inArray, sql } from 'drizzle-orm';
import { actorName, type Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import { applyStep, refuseUnlessTransitioned } from '../../enrolment/apply-step.ts';
import { requireRegistration } from '../../enrolment/require-registration.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import type { StaffClass } from '../class-of-staff.ts';
import { isScore } from '../rules.ts';
import { RESULT_STEPS } from '../states.ts';
import { draftScores, results, scores as scoresTable } from '../tables.ts';
import { findSubjects, type SubjectRow } from './achievements.ts';
import { type LockedResult, lockResults } from './lock-results.ts';

export interface Score {
  readonly subjectId: number;
  /** From 0 to the subject's full score, with one decimal. */
  readonly score: number;
}

interface NewResult {
  /** 1 pass, 2 fail. */
  readonly result: 1 | 2;
  /** Replace the previous scores. */
  readonly scores: readonly Score[];
  readonly reason?: string | null;
  /** Why the result differs from the computed one. Written to the event. */
  readonly decidedReason?: string | null;
}

export interface PersonResult extends NewResult {
  readonly locked: LockedResult;
}

/** Returns texts for the event: `學科測驗 88.5`. */
const checkedScores = (known: readonly SubjectRow[], scores: readonly Score[]): string[] => {
  const byId = new Map(known.map((subject) => [subject.id, subject]));
  const fits = ({ subjectId, score }: Score) => {
    const subject = byId.get(subjectId);
    return subject !== undefined && isScore(score, subject.fullScore);
  };
  const distinct = new Set(scores.map(({ subjectId }) => subjectId)).size === scores.length;
  if (!distinct || !scores.every(fits)) throw new Refusal('result_scores');
  return scores.map(({ subjectId, score }) => `${byId.get(subjectId)?.name} ${score}`);
};

/** Rows of one statement. */
const ROWS_AT_ONCE = 5000;

const replaceScores = async (tx: Tx, people: readonly PersonResult[], now: Date): Promise<void> => {
  const ids = people.map(({ locked }) => locked.registrationId);
  await tx.delete(draftScores).where(inArray(draftScores.registrationId, ids));
  await tx.delete(scoresTable).where(inArray(scoresTable.registrationId, ids));
  const rows = people.flatMap(({ locked: { registrationId }, scores }) =>
    scores.map(({ subjectId, score }) => ({ subjectId, score, registrationId, recordedAt: now })),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx.insert(scoresTable).values(rows.slice(from, from + ROWS_AT_ONCE));
};

const writeStates = async (
  tx: Tx,
  people: readonly PersonResult[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const by = { updatedBy: actorName(actor), updatedAt: now };
  const rows = people.map(({ locked: { registrationId, row, result: former }, result, reason = null }) => ({
    registrationId,
    state: RESULT_STEPS[former === null ? 'publish' : 'correct'].to,
    decided: result,
    reason,
    publishedAt: row?.publishedAt ?? now,
    version: (row?.version ?? 0) + 1,
    ...by,
  }));
  await tx
    .insert(results)
    .values(rows)
    .onConflictDoUpdate({
      target: results.registrationId,
      set: {
        state: sql`excluded.state`,
        decided: sql`excluded.decided`,
        reason: sql`excluded.reason`,
        publishedAt: sql`excluded.published_at`,
        version: sql`excluded.version`,
        ...by,
      },
    });
};

const stepOf = ({ locked }: PersonResult) => (locked.result === null ? 'record_result' : 'correct_result');

interface ResultStep {
  readonly step: ReturnType<typeof stepOf>;
  readonly result: 1 | 2;
  readonly people: readonly PersonResult[];
  readonly known: readonly SubjectRow[];
}

const applyResultStep = async (
  tx: Tx,
  { step, result, people, known }: ResultStep,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const eventDetails = new Map(
    people.map(({ locked, scores, reason: note = null, decidedReason = null }) => {
      const texts = checkedScores(known, scores);
      const data = { result, scores: texts, ...(decidedReason !== null && { decidedReason }) };
      return [locked.registrationId, { note, data }];
    }),
  );
  const registrations = people.map(({ locked }) => locked.registration);
  const changed = await applyStep(tx, step, registrations, { actor, now, result, eventDetails });
  const ids = new Set(changed.map(({ id }) => id));
  for (const { locked } of people)
    if (!ids.has(locked.registrationId)) refuseUnlessTransitioned(step, locked.registrationState);
};

/** Refuses before the start of the class. Sends no mail. */
export const recordResults = async (
  tx: Tx,
  { courseId, startTime }: Pick<StaffClass, 'courseId' | 'startTime'>,
  people: readonly PersonResult[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  if (!hasStarted({ startTime }, now)) throw new Refusal('result_before_start');
  if (people.length === 0) return;
  const known = await findSubjects(tx, courseId);
  for (const step of ['record_result', 'correct_result'] as const)
    for (const result of [1, 2] as const) {
      const same = people.filter((each) => each.result === result && stepOf(each) === step);
      await applyResultStep(tx, { step, result, people: same, known }, { actor, now });
    }
  await replaceScores(tx, people, now);
  await writeStates(tx, people, { actor, now });
};

/** One result, with its checks of rights and locks. */
export const recordResult = async (
  tx: Tx,
  { registrationId, ...outcome }: NewResult & { readonly registrationId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { id, classId, ...trainingClass } = await requireRegistration(tx, registrationId, {
    actor,
    right: 'result.publish',
  });
  const locked = (await lockResults(tx, classId, [id])).get(id);
  // It moved to another class meanwhile.
  if (!locked) throw new Refusal('review_conflict');
  await recordResults(tx, trainingClass, [{ locked, ...outcome }], { actor, now });
};
