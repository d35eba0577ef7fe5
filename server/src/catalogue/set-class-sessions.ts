import { eq } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import { classes, classSessions } from './tables.ts';

export interface NewClassSession {
  readonly date: string;
  /** `09:00`. */
  readonly fromTime: string;
  readonly toTime: string;
  /** Null for the class's own place. */
  readonly place?: string | null;
  readonly instructor?: string | null;
}

const inTaipei = (date: string, time: string) => new Date(`${date}T${time}:00+08:00`);

const firstToLast = (sessions: readonly NewClassSession[]) =>
  sessions.toSorted((a, b) => (`${a.date} ${a.fromTime}` < `${b.date} ${b.fromTime}` ? -1 : 1));

const described = ({ date, fromTime, toTime }: NewClassSession) =>
  `${date} ${fromTime.slice(0, 5)}–${toTime.slice(0, 5)}`;

/** Replaces the sessions of a class; it starts with the first and ends with the last of them. */
export const setClassSessions = async (
  tx: Tx,
  { classId, sessions }: { classId: number; sessions: readonly NewClassSession[] },
  { actor, now }: Circumstances,
): Promise<void> => {
  const sorted = firstToLast(sessions);
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (!first || !last) throw new RangeError('a class has at least one session');
  const before = await tx.delete(classSessions).where(eq(classSessions.classId, classId)).returning();
  await tx.insert(classSessions).values(sorted.map((session) => ({ ...session, classId })));
  await tx
    .update(classes)
    .set({
      startTime: inTaipei(first.date, first.fromTime),
      endTime: inTaipei(last.date, last.toTime),
    })
    .where(eq(classes.id, classId));
  const event = { actor, action: 'class.set_sessions', subject: 'class', subjectId: classId } as const;
  await recordEvent(tx, { ...event, before: before.map(described), after: sorted.map(described) }, now);
};
