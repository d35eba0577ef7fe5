import { readableTime } from '@portal/contract/dates';
import { and, inArray, sql } from 'drizzle-orm';
import { actorName, type Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import { recordRegistrationEvents, unchanged } from '../../enrolment/record-registration-events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { isScore } from '../rules.ts';
import { mayStepResult } from '../states.ts';
import { draftScores, results } from '../tables.ts';
import { findSubjects, type SubjectRow } from './achievements.ts';
import { type LockedResult, lockResults } from './lock-results.ts';

export interface NewScore {
  readonly registrationId: number;
  readonly subjectId: number;
  readonly score: number | null;
  readonly version: number;
}

type Row = typeof draftScores.$inferSelect;

const keyOf = ({ registrationId, subjectId }: { registrationId: number; subjectId: number }): string =>
  `${registrationId} ${subjectId}`;

const findRows = async (tx: Tx, cells: readonly NewScore[]): Promise<Map<string, Row>> => {
  const rows = await tx
    .select()
    .from(draftScores)
    .where(
      and(
        inArray(draftScores.registrationId, [...new Set(cells.map((cell) => cell.registrationId))]),
        inArray(draftScores.subjectId, [...new Set(cells.map((cell) => cell.subjectId))]),
      ),
    );
  return new Map(rows.map((row) => [keyOf(row), row]));
};

const scoreText = (score: number | null): string => (score === null ? '（空白）' : String(score));

type Names = ReadonlyMap<string, string>;

const changedRefusal = ({ updatedBy, updatedAt, score }: Row, names: Names): Refusal => {
  const name = names.get(updatedBy) ?? '系統';
  const values = { name, time: readableTime(updatedAt), what: scoreText(score) };
  return new Refusal('score_changed', { values });
};

const isSame = ({ score }: NewScore, was: Row | undefined): boolean => (was?.score ?? null) === score;

/** Somebody else has entered another score meanwhile. */
const isOutdated = (cell: NewScore, was: Row | undefined): was is Row =>
  was !== undefined && was.version !== cell.version && !isSame(cell, was);

const changersOf = (cells: readonly NewScore[], rows: ReadonlyMap<string, Row>): string[] =>
  cells.flatMap((cell) => {
    const was = rows.get(keyOf(cell));
    return isOutdated(cell, was) ? [was.updatedBy] : [];
  });

const cellRefusal = (
  { score }: NewScore,
  person: LockedResult | undefined,
  subject: SubjectRow | undefined,
): Refusal | null => {
  if (person?.registrationState !== 'confirmed') return new Refusal('result_not_confirmed');
  if (!mayStepResult('edit', person.state)) return new Refusal('result_published');
  if (!subject) return new Refusal('score_subject');
  const isWrong = score !== null && !isScore(score, subject.fullScore);
  return isWrong ? new Refusal('score_range', { values: { n: subject.fullScore } }) : null;
};

interface Change {
  readonly cell: NewScore;
  readonly was: Row | undefined;
  readonly subject: string;
}

const changed = {
  version: sql`excluded.version`,
  updatedBy: sql`excluded.updated_by`,
  updatedAt: sql`excluded.updated_at`,
};

const writeDrafts = async (
  tx: Tx,
  changes: readonly Change[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const by = { updatedBy: actorName(actor), updatedAt: now };
  await tx
    .insert(draftScores)
    .values(
      changes.map(({ cell: { registrationId, subjectId, score }, was }) => ({
        ...{ registrationId, subjectId, score, version: (was?.version ?? 0) + 1 },
        ...by,
      })),
    )
    .onConflictDoUpdate({
      target: [draftScores.registrationId, draftScores.subjectId],
      set: { ...changed, score: sql`excluded.score` },
    });
};

/** The results must be locked. */
const incrementVersion = async (
  tx: Tx,
  people: readonly LockedResult[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const by = { updatedBy: actorName(actor), updatedAt: now };
  await tx
    .insert(results)
    .values(
      people.map(({ registrationId, row }) => ({
        registrationId,
        state: 'draft' as const,
        version: (row?.version ?? 0) + 1,
        ...by,
      })),
    )
    .onConflictDoUpdate({ target: results.registrationId, set: changed });
};

const changeText = ({ cell, was, subject }: Change): string =>
  was && was.score !== null
    ? `${subject} ${scoreText(was.score)} → ${scoreText(cell.score)}`
    : `${subject} ${scoreText(cell.score)}`;

const recordEvents = async (tx: Tx, changes: readonly Change[], context: Context<Staff>): Promise<void> => {
  const byPerson = Map.groupBy(changes, ({ cell }) => cell.registrationId);
  const events = [...byPerson].map(([registrationId, own]) => ({
    registrationId,
    ...unchanged('confirmed'),
    data: { scores: own.map(changeText) },
  }));
  await recordRegistrationEvents(tx, 'training.draft', events, context);
};

interface SavedCell {
  readonly registrationId: number;
  readonly subjectId: number;
  readonly refusal: Refusal | null;
}

/** Does not overwrite cells that others have changed meanwhile. Returns for each cell whether it was written. */
export const saveScores = async (
  tx: Tx,
  { classId, cells }: { classId: number; cells: readonly NewScore[] },
  { actor, now }: Context<Staff>,
): Promise<SavedCell[]> => {
  const trainingClass = await findStaffClass(tx, { classId }, { actor, right: 'result.write' });
  if (!hasStarted(trainingClass, now)) throw new Refusal('result_before_start');
  const asked = new Map(
    (await findSubjects(tx, trainingClass.courseId)).map((subject) => [subject.id, subject]),
  );
  const people = await lockResults(tx, classId, [...new Set(cells.map((cell) => cell.registrationId))]);
  const rows = await findRows(tx, cells);
  const names = await findActorNames(tx, changersOf(cells, rows));

  const saved: SavedCell[] = [];
  const changes: Change[] = [];
  for (const cell of cells) {
    const { registrationId, subjectId } = cell;
    const [was, subject] = [rows.get(keyOf(cell)), asked.get(subjectId)];
    const refusal =
      cellRefusal(cell, people.get(registrationId), subject) ??
      (isOutdated(cell, was) ? changedRefusal(was, names) : null);
    saved.push({ registrationId, subjectId, refusal });
    if (!refusal && !isSame(cell, was)) changes.push({ cell, was, subject: subject?.name ?? '' });
  }
  if (changes.length === 0) return saved;
  const touched = new Set(changes.map(({ cell }) => cell.registrationId));
  await writeDrafts(tx, changes, { actor, now });
  await incrementVersion(
    tx,
    [...people.values()].filter(({ registrationId }) => touched.has(registrationId)),
    { actor, now },
  );
  await recordEvents(tx, changes, { actor, now });
  return saved;
};
