import { expect, test } from 'vitest';
import { hasNewTimeOrPlace, haveSameTimes, sessionText } from './sessions.ts';

const first = { date: '2026-12-05', fromTime: '09:00', toTime: '17:00' };
const second = { ...first, date: '2026-12-06' };
const schedule = { sessions: [first, second], place: '教室' };

test('a session reads as its day and its hours', () => {
  expect(sessionText({ ...first, fromTime: '09:00:00', toTime: '17:00:00' })).toBe('2026-12-05 09:00–17:00');
});

test.each([
  ['nothing', schedule, false],
  ['the order', { ...schedule, sessions: [second, first] }, false],
  ['the instructor', { ...schedule, sessions: [{ ...first, instructor: '林教練' }, second] }, false],
  ['the place of the class', { ...schedule, place: '泳池' }, true],
  ['the place of one session', { ...schedule, sessions: [{ ...first, place: '泳池' }, second] }, true],
  [
    'the place of the class that no session has',
    {
      place: '泳池',
      sessions: [
        { ...first, place: '教室' },
        { ...second, place: '教室' },
      ],
    },
    false,
  ],
  ['a day', { ...schedule, sessions: [first, { ...second, date: '2026-12-07' }] }, true],
  ['an hour', { ...schedule, sessions: [first, { ...second, fromTime: '10:00' }] }, true],
  ['the number of sessions', { ...schedule, sessions: [first] }, true],
])('after a change of %s it is held elsewhere or at another time: %j %s', (_, after, expected) => {
  expect(hasNewTimeOrPlace(schedule, after)).toBe(expected);
});

test.each([
  ['in another order', [second, first], true],
  ['at another place', [{ ...first, place: '泳池' }, second], true],
  ['until later', [{ ...first, toTime: '18:00' }, second], false],
])('the sessions %s are at the same time: %j %s', (_, after, expected) => {
  expect(haveSameTimes(schedule.sessions, after)).toBe(expected);
});
