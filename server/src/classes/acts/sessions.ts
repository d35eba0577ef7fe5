import { addDays } from '@portal/contract/dates';

interface Timed {
  readonly date: string;
  readonly fromTime: string;
  readonly toTime: string;
}

interface Held extends Timed {
  readonly place?: string | null;
}

export const inTaipei = (date: string, time: string): Date =>
  new Date(`${date}T${time.slice(0, 5)}:00+08:00`);

export const firstToLast = <S extends Timed>(sessions: readonly S[]): S[] =>
  sessions.toSorted((a, b) => (`${a.date} ${a.fromTime}` < `${b.date} ${b.fromTime}` ? -1 : 1));

/** `2026-12-05 09:00–17:00`. */
export const sessionText = ({ date, fromTime, toTime }: Timed): string =>
  `${date} ${fromTime.slice(0, 5)}–${toTime.slice(0, 5)}`;

const whenAndWhere = (sessions: readonly Held[], place: string): string =>
  firstToLast(sessions)
    .map((session) => `${sessionText(session)} ${session.place ?? place}`)
    .join('\n');

interface Schedule {
  readonly sessions: readonly Held[];
  readonly place: string;
}

export const hasNewTimeOrPlace = (before: Schedule, after: Schedule): boolean =>
  whenAndWhere(before.sessions, before.place) !== whenAndWhere(after.sessions, after.place);

export const isSameTime = (before: readonly Timed[], after: readonly Timed[]): boolean =>
  firstToLast(before).map(sessionText).join() === firstToLast(after).map(sessionText).join();

export const weeksLater = <S extends Timed>(sessions: readonly S[], weeks: number): S[] =>
  sessions.map((session) => ({ ...session, date: addDays(session.date, 7 * weeks) }));
