import type {
  AttendanceMark,
  AttendancePerson,
  AttendanceSession,
  AttendanceSheet,
} from '@portal/contract/office/training';

interface Marked {
  readonly registrationId: number;
  /** Null if the person is no longer in the class. */
  readonly mark: Partial<AttendanceMark> | null;
  readonly hours?: number;
  readonly percent?: number;
}

export const withMark = (sheet: AttendanceSheet, sessionId: number, marked: Marked): AttendanceSheet => {
  const place = sheet.sessions.findIndex(({ id }) => id === sessionId);
  const { registrationId, mark, hours, percent } = marked;
  const people = sheet.people.map((person) => {
    if (person.registrationId !== registrationId || !mark) return person;
    const marks = person.marks.map((each, at) => (at === place ? { ...each, ...mark } : each));
    return { ...person, marks, hours: hours ?? person.hours, percent: percent ?? person.percent };
  });
  return { ...sheet, people };
};

export const countMarks = (people: readonly AttendancePerson[], place: number) => {
  const counts = { present: 0, late: 0, leave: 0, absent: 0, open: 0 };
  for (const { marks } of people) counts[marks[place]?.state ?? 'open'] += 1;
  return counts;
};

/** Today's session, else the next one, else the last. */
export const sessionToMark = (
  sessions: readonly AttendanceSession[],
  day: string,
  time: string,
): AttendanceSession | undefined => {
  const rest = sessions.filter(
    (session) => session.date > day || (session.date === day && session.to > time),
  );
  return sessions.findLast(({ date }) => date === day && rest.length === 0) ?? rest[0] ?? sessions.at(-1);
};
