import type { AttendanceSheet } from '@portal/contract/office/training';
import { describe, expect, test } from 'vitest';
import { countMarks, sessionToMark, withMark } from './sheet.ts';

const session = (id: number, date: string, from: string, to: string) => ({
  ...{ id, date, from, to },
  minutes: 180,
  isOpen: true,
});
const sessions = [
  session(1, '2026-12-01', '09:00', '12:00'),
  session(2, '2026-12-01', '13:00', '18:00'),
  session(3, '2026-12-02', '09:00', '12:00'),
];
const none = { state: null, missedMinutes: 0, checkedInAt: null, version: 0 } as const;
const person = (registrationId: number) => ({
  ...{ registrationId, personId: registrationId, name: '林怡君', identity: 'A12****789', group: null },
  hasPhoto: false,
  marks: [none, none, none],
  ...{ hours: 0, percent: 0 },
});
const sheet: AttendanceSheet = {
  class: { id: 1, code: 'X', course: 'Y', organization: 'Z', startTime: '2026-12-01T09:00:00+08:00' },
  ...{ hours: 8, minimum: 0, sessions },
  people: [person(1), person(2)],
  can: { mark: true },
};

test('a mark changes one person in one session', () => {
  const mark = { state: 'late', missedMinutes: 30, checkedInAt: null, version: 1 } as const;
  const { people } = withMark(sheet, 2, { registrationId: 2, mark, hours: 2, percent: 25 });
  expect(people[0]).toEqual(person(1));
  expect(people[1]).toEqual({ ...person(2), marks: [none, mark, none], hours: 2, percent: 25 });
  expect(countMarks(people, 1)).toEqual({ present: 0, late: 1, leave: 0, absent: 0, open: 1 });
});

test('a person who is no longer in the class has no changes', () => {
  expect(withMark(sheet, 2, { registrationId: 2, mark: null })).toEqual(sheet);
});

describe('the session to mark is', () => {
  test.each([
    ['the first before the class', '2026-11-30', '10:00', 1],
    ['the one under way', '2026-12-01', '10:00', 1],
    ['the next between two', '2026-12-01', '12:30', 2],
    ['the next day’s in the evening', '2026-12-01', '19:00', 3],
    ['today’s last when all are over', '2026-12-02', '19:00', 3],
    ['the last after the class', '2026-12-20', '10:00', 3],
  ])('%s', (_, day, time, id) => {
    expect(sessionToMark(sessions, day, time)?.id).toBe(id);
  });

  test('none of a class without sessions', () => {
    expect(sessionToMark([], '2026-12-01', '10:00')).toBeUndefined();
  });
});
