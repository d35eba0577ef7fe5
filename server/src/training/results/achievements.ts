import { asc, eq, inArray, sql } from 'drizzle-orm';
import { subjects } from '../../catalogue/tables.ts';
import { findSessions } from '../../classes/queries.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { StaffClass } from '../class-of-staff.ts';
import { findMarks, type MarkRow } from '../office/queries.ts';
import { type Attended, addUp, type Proposal, propose } from '../rules.ts';
import { draftScores, results, scores } from '../tables.ts';

export const findSubjects = (db: Executor, courseId: number) =>
  db
    .select({
      id: subjects.id,
      name: subjects.name,
      kind: subjects.kind,
      fullScore: subjects.fullScore,
      passScore: subjects.passScore,
    })
    .from(subjects)
    .where(eq(subjects.courseId, sql`${courseId}`))
    .orderBy(asc(subjects.position), asc(subjects.id));
export type SubjectRow = Awaited<ReturnType<typeof findSubjects>>[number];

const findDraftScores = (db: Executor, ids: readonly number[]) =>
  db
    .select()
    .from(draftScores)
    .where(inArray(draftScores.registrationId, [...ids]));

const findPublishedScores = (db: Executor, ids: readonly number[]) =>
  db
    .select({ registrationId: scores.registrationId, subjectId: scores.subjectId, score: scores.score })
    .from(scores)
    .where(inArray(scores.registrationId, [...ids]));

const findResults = (db: Executor, ids: readonly number[]) =>
  db
    .select()
    .from(results)
    .where(inArray(results.registrationId, [...ids]));
type ResultRow = Awaited<ReturnType<typeof findResults>>[number];

interface Person {
  readonly registrationId: number;
  readonly result: number | null;
}

export interface Achieved<P extends Person> {
  readonly person: P;
  readonly scores: readonly { readonly score: number | null; readonly version: number }[];
  readonly attended: Attended;
  readonly proposal: Proposal;
  readonly row: ResultRow | undefined;
}

const cellKey = (registrationId: number, subjectId: number): string => `${registrationId} ${subjectId}`;

const byCell = <Row extends { registrationId: number; subjectId: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [cellKey(row.registrationId, row.subjectId), row]));

const markedBy = (marks: readonly MarkRow[]) => Map.groupBy(marks, ({ registrationId }) => registrationId);

export const findAchievements = async <P extends Person>(
  db: Executor,
  { id: classId, courseId, minimum }: StaffClass,
  people: readonly P[],
): Promise<Achieved<P>[]> => {
  const ids = people.map(({ registrationId }) => registrationId);
  const [asked, sessions] = [await findSubjects(db, courseId), await findSessions(db, classId)];
  const marks = markedBy(
    await findMarks(
      db,
      sessions.map(({ id }) => id),
    ),
  );
  const drafts = byCell(await findDraftScores(db, ids));
  const published = byCell(await findPublishedScores(db, ids));
  const rows = new Map((await findResults(db, ids)).map((row) => [row.registrationId, row]));

  return people.map((person) => {
    const own = new Map(marks.get(person.registrationId)?.map((mark) => [mark.sessionId, mark]));
    const reached = asked.map(({ id }) => {
      const key = cellKey(person.registrationId, id);
      if (person.result !== null) return { score: published.get(key)?.score ?? null, version: 0 };
      return { score: drafts.get(key)?.score ?? null, version: drafts.get(key)?.version ?? 0 };
    });
    const attended = addUp(sessions.map((session) => ({ ...session, mark: own.get(session.id) })));
    const proposal = propose({
      scores: asked.map(({ name, passScore }, at) => ({
        name,
        passScore,
        score: reached[at]?.score ?? null,
      })),
      attended,
      minimum,
      unmarked: sessions.filter(({ id }) => !own.get(id)?.state).length,
    });
    return { person, scores: reached, attended, proposal, row: rows.get(person.registrationId) };
  });
};
