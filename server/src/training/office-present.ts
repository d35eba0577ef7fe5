import { isoTaipei } from '@portal/contract/dates';
import type {
  AttendanceMark,
  AttendancePerson,
  AttendanceSession,
  AttendanceSheet,
  ClassHead,
} from '@portal/contract/office/attendance';
import { maskIdentity } from '../accounts/people/mask.ts';
import type { StaffClass } from './class-of-staff.ts';
import type { ConfirmedRow, MarkRow, SessionRow } from './office-queries.ts';
import { type Attended, addUp, hoursOf, isSessionOpen, percentOf, sessionMinutes } from './rules.ts';

export const presentClassHead = ({ id, code, course, organization, startTime }: StaffClass): ClassHead => ({
  id,
  code,
  course,
  organization,
  startTime: isoTaipei(startTime),
});

const noMark: AttendanceMark = { state: null, missedMinutes: 0, checkedInAt: null, version: 0 };

export const presentMark = (mark: MarkRow | undefined): AttendanceMark =>
  mark
    ? {
        state: mark.state,
        missedMinutes: mark.missedMinutes,
        checkedInAt: mark.checkedInAt && isoTaipei(mark.checkedInAt),
        version: mark.version,
      }
    : noMark;

export const presentSession = (
  { id, fromTime, toTime, ...session }: SessionRow,
  now: Date,
): AttendanceSession => ({
  id,
  date: session.date,
  from: fromTime.slice(0, 5),
  to: toTime.slice(0, 5),
  minutes: sessionMinutes({ date: session.date, fromTime, toTime }),
  isOpen: isSessionOpen(session, now),
});

export const presentAttended = (attended: Attended, { hours }: Pick<StaffClass, 'hours'>) => ({
  hours: hoursOf(attended, hours),
  percent: percentOf(attended),
});

/** The marks by registration, then by session. */
export const marksByPerson = (marks: readonly MarkRow[]): ReadonlyMap<number, ReadonlyMap<number, MarkRow>> =>
  new Map(
    [...Map.groupBy(marks, ({ registrationId }) => registrationId)].map(([id, rows]) => [
      id,
      new Map(rows.map((row) => [row.sessionId, row])),
    ]),
  );

export const attendedBy = (
  sessions: readonly SessionRow[],
  marks: ReadonlyMap<number, MarkRow> | undefined,
): Attended => addUp(sessions.map((session) => ({ ...session, mark: marks?.get(session.id) })));

interface Sheet {
  readonly opening: StaffClass;
  readonly sessions: readonly SessionRow[];
  readonly people: readonly ConfirmedRow[];
  readonly marks: readonly MarkRow[];
  readonly canMark: boolean;
}

export const presentAttendance = (
  { opening, sessions, people, marks, canMark }: Sheet,
  now: Date,
): AttendanceSheet => {
  const byPerson = marksByPerson(marks);
  const presentPerson = ({ registrationId, name, identity, group }: ConfirmedRow): AttendancePerson => {
    const own = byPerson.get(registrationId);
    return {
      registrationId,
      name,
      identity: maskIdentity(identity),
      group,
      marks: sessions.map(({ id }) => presentMark(own?.get(id))),
      ...presentAttended(attendedBy(sessions, own), opening),
    };
  };
  return {
    class: presentClassHead(opening),
    hours: opening.hours,
    minimum: opening.minimum,
    sessions: sessions.map((session) => presentSession(session, now)),
    people: people.map(presentPerson),
    can: { mark: canMark },
  };
};
