import { addDays } from '@portal/contract/dates';

interface SessionTime {
  readonly date: string;
  readonly fromTime: string;
  readonly toTime: string;
}

interface SessionWithPlace extends SessionTime {
  readonly place?: string | null;
}

export const taipeiTime = (date: string, time: string): Date =>
  new Date(`${date}T${time.slice(0, 5)}:00+08:00`);

export const sortSessions = <S extends SessionTime>(sessions: readonly S[]): S[] =>
  sessions.toSorted((a, b) => (`${a.date} ${a.fromTime}` < `${b.date} ${b.fromTime}` ? -1 : 1));

/** `2026-12-05 09:00–17:00`. */
export const sessionText = ({ date, fromTime, toTime }: SessionTime): string =>
  `${date} ${fromTime.slice(0, 5)}–${toTime.slice(0, 5)}`;

const timesAndPlaces = (sessions: readonly SessionWithPlace[], place: string): string =>
  sortSessions(sessions)
    .map((session) => `${sessionText(session)} ${session.place ?? place}`)
    .join('\n');

interface Schedule {
  readonly sessions: readonly SessionWithPlace[];
  readonly place: string;
}

export const hasNewTimeOrPlace = (before: Schedule, after: Schedule): boolean =>
  timesAndPlaces(before.sessions, before.place) !== timesAndPlaces(after.sessions, after.place);

export const haveSameTimes = (before: readonly SessionTime[], after: readonly SessionTime[]): boolean =>
  sortSessions(before).map(sessionText).join() === sortSessions(after).map(sessionText).join();

export const addWeeksToSessions = <S extends SessionTime>(sessions: readonly S[], weeks: number): S[] =>
  sessions.map((session) => ({ ...session, date: addDays(session.date, 7 * weeks) }));
