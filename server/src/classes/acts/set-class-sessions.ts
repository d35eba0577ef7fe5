import { eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { attendance } from '../../training/tables.ts';
import type { SessionRow } from '../queries.ts';
import { classes, classSessions } from '../tables.ts';
import { sessionText, sortSessions, taipeiTime } from './sessions.ts';

export interface NewClassSession {
  /** The id of a stored session, which keeps its attendance; absent for a new one. */
  readonly id?: number | undefined;
  readonly date: string;
  /** `09:00`. */
  readonly fromTime: string;
  readonly toTime: string;
  /** Null for the class's own place. */
  readonly place?: string | null;
  readonly instructor?: string | null;
}

const findAttendedIds = async (
  tx: Tx,
  sessions: readonly SessionRow[],
): Promise<ReadonlySet<number | undefined>> => {
  if (sessions.length === 0) return new Set();
  const ids = sessions.map(({ id }) => id);
  const rows = await tx
    .selectDistinct({ id: attendance.sessionId })
    .from(attendance)
    .where(inArray(attendance.sessionId, ids));
  return new Set(rows.map(({ id }) => id));
};

const valuesOf = ({ date, fromTime, toTime, place, instructor }: NewClassSession) => ({
  date,
  fromTime,
  toTime,
  place: place ?? null,
  instructor: instructor ?? null,
});

/**
 * Moves all sessions to dates in the far past first, because two of them may swap their times, and a class has only one
 * session at a time. Throws `class_session_attended` if one is missing.
 */
const changeAttended = async (
  tx: Tx,
  attended: readonly SessionRow[],
  wanted: readonly NewClassSession[],
): Promise<void> => {
  const changes = attended.map(({ id, date }) => {
    const session = wanted.find((each) => each.id === id);
    if (!session) throw new Refusal('class_session_attended', { values: { date } });
    return { id, values: valuesOf(session) };
  });
  for (const { id } of changes) {
    await tx
      .update(classSessions)
      .set({ date: sql`${classSessions.date} - 365000` })
      .where(eq(classSessions.id, id));
  }
  for (const { id, values } of changes) {
    await tx.update(classSessions).set(values).where(eq(classSessions.id, id));
  }
};

const replaceSessions = async (
  tx: Tx,
  classId: number,
  before: readonly SessionRow[],
  wanted: readonly NewClassSession[],
): Promise<void> => {
  const ids = await findAttendedIds(tx, before);
  const attended = before.filter(({ id }) => ids.has(id));
  const others = before.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  if (others.length > 0) await tx.delete(classSessions).where(inArray(classSessions.id, others));
  await changeAttended(tx, attended, wanted);
  const added = wanted.filter(({ id }) => !ids.has(id));
  if (added.length > 0)
    await tx.insert(classSessions).values(added.map((session) => ({ ...valuesOf(session), classId })));
};

/**
 * Replaces the sessions of the class, and sets its start and end. Returns the texts of the sessions before and
 * after, in order. Records no event.
 */
export const writeSessions = async (
  tx: Tx,
  { classId, sessions }: { classId: number; sessions: readonly NewClassSession[] },
): Promise<{ before: string[]; after: string[] }> => {
  const sorted = sortSessions(sessions);
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (!first || !last) throw new RangeError('a class has at least one session');
  const before = await tx.select().from(classSessions).where(eq(classSessions.classId, classId));
  await replaceSessions(tx, classId, before, sorted);
  await tx
    .update(classes)
    .set({
      startTime: taipeiTime(first.date, first.fromTime),
      endTime: taipeiTime(last.date, last.toTime),
    })
    .where(eq(classes.id, classId));
  return { before: sortSessions(before).map(sessionText), after: sorted.map(sessionText) };
};

/** Replaces the sessions of the class and records the event. */
export const setClassSessions = async (
  tx: Tx,
  input: { classId: number; sessions: readonly NewClassSession[] },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  const [trainingClass] = await tx
    .select({ organizationId: classes.organizationId })
    .from(classes)
    .where(eq(classes.id, input.classId));
  requireRight(actor, 'class.write', trainingClass?.organizationId ?? null);
  const { before, after } = await writeSessions(tx, input);
  const event = { actor, action: 'class.set_sessions', subject: 'class', subjectId: input.classId } as const;
  await recordEvent(tx, { ...event, before: { sessions: before }, after: { sessions: after } }, now);
};
