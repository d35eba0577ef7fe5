import { readableTime } from '@portal/contract/dates';
import { type AttendanceState, attendanceNames } from '@portal/contract/office/training';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { actorName, type Context } from '../../audit/actor.ts';
import { classSessions } from '../../classes/tables.ts';
import { recordRegistrationEvents, unchanged } from '../../enrolment/record-registration-events.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { markRefusal, missedMinutesOf, type SessionTime } from '../rules.ts';
import { attendance } from '../tables.ts';

interface NewMark {
  readonly registrationId: number;
  /** Null removes the mark. */
  readonly state: AttendanceState | null;
  readonly missedMinutes?: number | undefined;
  readonly version: number;
}

interface Marks {
  readonly classId: number;
  readonly sessionId: number;
  readonly marks: readonly NewMark[];
}

type Row = typeof attendance.$inferSelect;
type Session = SessionTime & { readonly id: number };

/** Makes simultaneous marks for the session wait for each other. */
export const lockSession = async (
  tx: Tx,
  { classId, sessionId }: { classId: number; sessionId: number },
): Promise<Session> => {
  const { id, date, fromTime, toTime } = classSessions;
  const [session] = await tx
    .select({ id, date, fromTime, toTime })
    .from(classSessions)
    .where(and(eq(id, sessionId), eq(classSessions.classId, classId)))
    .for('no key update');
  if (!session) throw new Refusal('session_unknown');
  return session;
};

const lockConfirmed = async (
  tx: Tx,
  classId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await tx
    .select({ id: registrations.id, state: registrations.state })
    .from(registrations)
    .where(and(inArray(registrations.id, [...ids]), eq(registrations.classId, classId)))
    .orderBy(asc(registrations.id))
    .for('share');
  return new Set(rows.filter(({ state }) => state === 'confirmed').map(({ id }) => id));
};

const findRows = async (tx: Tx, sessionId: number, ids: readonly number[]): Promise<Map<number, Row>> => {
  const rows = await tx
    .select()
    .from(attendance)
    .where(and(eq(attendance.sessionId, sessionId), inArray(attendance.registrationId, [...ids])));
  return new Map(rows.map((row) => [row.registrationId, row]));
};

const nameOf = (state: AttendanceState | null): string => (state ? attendanceNames[state] : '未點名');

const isOutdated = (mark: NewMark, was: Row | undefined): was is Row =>
  was !== undefined && was.version !== mark.version && was.state !== mark.state;

const changedRefusal = (
  { updatedBy, updatedAt, state }: Row,
  names: ReadonlyMap<string, string>,
): Refusal => {
  const name = names.get(updatedBy) ?? '系統';
  const values = { name, time: readableTime(updatedAt), what: nameOf(state) };
  return new Refusal('attendance_changed', { values });
};

interface Change {
  readonly was: Row | undefined;
  readonly is: Pick<Row, 'registrationId' | 'state' | 'missedMinutes' | 'checkedInAt'>;
}

const isChange = ({ was, is }: Change): boolean =>
  (was?.state ?? null) !== is.state || (was?.missedMinutes ?? 0) !== is.missedMinutes;

const sessionText = ({ date, fromTime, toTime }: SessionTime): string =>
  `${date} ${fromTime.slice(0, 5)}–${toTime.slice(0, 5)}`;

const eventData = (session: Session, { was, is }: Change) => ({
  session: sessionText(session),
  ...(was?.state && { attendanceBefore: nameOf(was.state) }),
  attendance: nameOf(is.state),
  ...(is.missedMinutes > 0 && { missedMinutes: is.missedMinutes }),
});

const written = {
  state: sql`excluded.state`,
  missedMinutes: sql`excluded.missed_minutes`,
  checkedInAt: sql`excluded.checked_in_at`,
  version: sql`excluded.version`,
  updatedBy: sql`excluded.updated_by`,
  updatedAt: sql`excluded.updated_at`,
};

/** The session must be locked. */
export const writeMarks = async (
  tx: Tx,
  session: Session,
  changes: readonly Change[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  if (changes.length === 0) return;
  const by = actorName(actor);
  const rows = changes.map(({ was, is }) => ({
    ...is,
    sessionId: session.id,
    version: (was?.version ?? 0) + 1,
    updatedBy: by,
    updatedAt: now,
  }));
  await tx
    .insert(attendance)
    .values(rows)
    .onConflictDoUpdate({ target: [attendance.registrationId, attendance.sessionId], set: written });
  const events = changes.map((change) => ({
    registrationId: change.is.registrationId,
    ...unchanged('confirmed'),
    data: eventData(session, change),
  }));
  await recordRegistrationEvents(tx, 'attendance.mark', events, { actor, now });
};

interface MarkedPerson {
  readonly registrationId: number;
  readonly refusal: Refusal | null;
}

/** Returns whether each mark was made. */
export const markAttendance = async (
  tx: Tx,
  { classId, sessionId, marks }: Marks,
  { actor, now }: Context<Staff>,
): Promise<MarkedPerson[]> => {
  await findStaffClass(tx, { classId }, { actor, right: 'attendance.write' });
  const session = await lockSession(tx, { classId, sessionId });
  const ids = marks.map(({ registrationId }) => registrationId);
  const [confirmed, before] = [await lockConfirmed(tx, classId, ids), await findRows(tx, sessionId, ids)];

  const changers = marks.flatMap((mark) => {
    const was = before.get(mark.registrationId);
    return isOutdated(mark, was) ? [was.updatedBy] : [];
  });
  const names = await findActorNames(tx, changers);

  const refusalOf = (mark: NewMark): Refusal | null => {
    if (!confirmed.has(mark.registrationId)) return new Refusal('attendance_not_confirmed');
    const was = before.get(mark.registrationId);
    return isOutdated(mark, was) ? changedRefusal(was, names) : markRefusal(session, mark, now);
  };
  const changeOf = ({ registrationId, ...mark }: NewMark): Change => ({
    was: before.get(registrationId),
    is: {
      registrationId,
      state: mark.state,
      missedMinutes: missedMinutesOf(session, mark, now),
      checkedInAt: null,
    },
  });

  const marked = marks.map((mark) => ({
    registrationId: mark.registrationId,
    refusal: refusalOf(mark),
    mark,
  }));
  const changes = marked.filter(({ refusal }) => !refusal).map(({ mark }) => changeOf(mark));
  await writeMarks(tx, session, changes.filter(isChange), { actor, now });
  return marked.map(({ registrationId, refusal }) => ({ registrationId, refusal }));
};
