import { describe, expect, test } from 'vitest';
import {
  addUp,
  attendedMinutes,
  checkInMark,
  checkInRefusal,
  hoursOf,
  isScore,
  isSessionOpen,
  markRefusal,
  meetsAttendance,
  missedMinutesOf,
  needsReason,
  percentOf,
  propose,
  sessionMinutes,
} from './rules.ts';

const morning = { date: '2026-12-01', fromTime: '09:00:00', toTime: '12:00:00' };
const at = (time: string, date = '2026-12-01') => new Date(`${date}T${time}:00+08:00`);

test('a session lasts from its beginning to its end', () => {
  expect(sessionMinutes(morning)).toBe(180);
});

test.each([
  ['08:30', 'present', 0],
  ['09:00', 'present', 0],
  ['09:15', 'present', 0],
  ['09:16', 'late', 16],
  ['11:00', 'late', 120],
  ['11:59', 'late', 179],
] as const)('a code scanned at %s is %s with %i minutes missed', (time, state, missedMinutes) => {
  expect(checkInMark(morning, at(time))).toEqual({ state, missedMinutes });
});

test.each([
  ['on the day before', '23:59', '2026-11-30', 'attendance_before_day'],
  ['in the first minute of its day', '00:00', '2026-12-01', undefined],
  ['in the last minute of the session', '11:59', '2026-12-01', undefined],
  ['at the end of the session', '12:00', '2026-12-01', 'check_in_after_session'],
  ['on the day after', '09:00', '2026-12-02', 'check_in_after_session'],
])('a code scanned %s is refused: %s %s %s', (_, time, day, code) => {
  expect(checkInRefusal(morning, at(time, day))?.code).toBe(code);
});

test.each([
  ['the entered minutes', 'late', 45, '10:00', 45],
  ['at most the session', 'late', 999, '10:00', 180],
  ['the minutes passed during the session', 'late', undefined, '09:50', 50],
  ['half an hour before the session', 'late', undefined, '08:50', 30],
  ['half an hour at the first minute', 'late', undefined, '09:00', 30],
  ['half an hour after the session', 'late', undefined, '12:00', 30],
  ['none of a person present', 'present', 45, '10:00', 0],
  ['none of a person absent', 'absent', 45, '10:00', 0],
  ['none without a mark', null, 45, '10:00', 0],
] as const)('the missed minutes are %s', (_, state, missedMinutes, time, expected) => {
  expect(missedMinutesOf(morning, { state, missedMinutes }, at(time))).toBe(expected);
});

test('a short session counts as missed for a person who is late', () => {
  const short = { ...morning, toTime: '09:20' };
  expect(missedMinutesOf(short, { state: 'late' }, at('13:00'))).toBe(20);
});

test.each([
  ['the day before', at('23:59', '2026-11-30'), false],
  ['its day', at('00:00'), true],
  ['the day after', at('00:00', '2026-12-02'), true],
])('a session is open on %s: %s', (_, now, expected) => {
  expect(isSessionOpen(morning, now)).toBe(expected);
});

test.each([
  ['present', 'attendance_before_day'],
  ['late', 'attendance_before_day'],
  ['absent', 'attendance_before_day'],
  ['leave', undefined],
  [null, undefined],
] as const)('on the day before, %s is refused: %s', (state, code) => {
  expect(markRefusal(morning, { state }, at('12:00', '2026-11-30'))?.code).toBe(code);
  expect(markRefusal(morning, { state }, at('12:00'))).toBeNull();
});

test.each([
  ['present', 0, 180],
  ['late', 50, 130],
  ['late', 180, 0],
  ['leave', 0, 0],
  ['absent', 0, 0],
  [null, 0, 0],
] as const)('%s with %i minutes missed counts %i minutes', (state, missedMinutes, minutes) => {
  expect(attendedMinutes(morning, { state, missedMinutes })).toBe(minutes);
});

test('a session without a mark counts as not attended', () => {
  expect(attendedMinutes(morning, undefined)).toBe(0);
});

const afternoon = { date: '2026-12-01', fromTime: '13:00', toTime: '18:00' };

describe('the attendance of a class', () => {
  const attended = addUp([
    { ...morning, mark: { state: 'late', missedMinutes: 30 } },
    { ...afternoon, mark: { state: 'present', missedMinutes: 0 } },
  ]);

  test('adds up its sessions', () => {
    expect(attended).toEqual({ minutes: 450, of: 480 });
  });

  test('is a share of the hours of the class, rounded down', () => {
    expect([hoursOf(attended, 8), hoursOf(attended, 7), percentOf(attended)]).toEqual([7.5, 6.5, 93]);
    expect([hoursOf({ minutes: 0, of: 0 }, 8), percentOf({ minutes: 0, of: 0 })]).toEqual([0, 0]);
  });

  test.each([
    [80, 384, true],
    [80, 383, false],
    [100, 480, true],
    [100, 479, false],
    [0, 0, true],
  ])('a minimum of %i percent is reached with %i of 480 minutes: %s', (minimum, minutes, expected) => {
    expect(meetsAttendance({ minutes, of: 480 }, minimum)).toBe(expected);
  });

  test('is not required without sessions', () => {
    expect(meetsAttendance({ minutes: 0, of: 0 }, 80)).toBe(true);
  });
});

test.each([
  [0, true],
  [100, true],
  [88.5, true],
  [-0.1, false],
  [100.1, false],
  [88.55, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('%d is a valid score of 100: %s', (score, expected) => {
  expect(isScore(score, 100)).toBe(expected);
});

test('every score with one decimal is valid', () => {
  const all = Array.from({ length: 1001 }, (_, tenth) => Number(`${Math.floor(tenth / 10)}.${tenth % 10}`));
  expect(all.filter((score) => !isScore(score, 100))).toEqual([]);
});

describe('a result is proposed', () => {
  const scored = (...scores: (number | null)[]) =>
    scores.map((score, at) => ({ name: ['學科', '術科'][at] ?? '', passScore: 70, score }));
  const whole = { minutes: 480, of: 480 };
  const half = { minutes: 240, of: 480 };
  const missing = { kind: 'score_missing', subject: '術科' };
  const low = { kind: 'score_low', subject: '術科', score: 69.9, passScore: 70 };
  const short = { kind: 'attendance_low', percent: 50, minimum: 80 };
  const unmarked = { kind: 'unmarked', sessions: 1 };

  test.each([
    ['pass with every pass score reached', scored(70, 100), whole, 0, 1, []],
    ['pass with enough attended, whatever is not marked', scored(70, 70), whole, 1, 1, []],
    ['fail below one pass score', scored(100, 69.9), whole, 0, 2, [low]],
    ['fail with too little attended', scored(100, 100), half, 0, 2, [short]],
    [
      'fail with too little attended, whatever scores are missing',
      scored(100, null),
      half,
      0,
      2,
      [short, missing],
    ],
    ['open while a score is missing', scored(100, null), whole, 0, null, [missing]],
    [
      'open while a score is missing, also below another',
      [...scored(100, null)].toReversed(),
      whole,
      0,
      null,
      [missing],
    ],
    ['open while too little is marked', scored(100, 100), half, 1, null, [unmarked]],
    ['pass in a course without subjects', [], whole, 0, 1, []],
    ['pass in a class without sessions', scored(70, 70), { minutes: 0, of: 0 }, 0, 1, []],
  ] as const)('%s', (_, scores, attended, open, result, reasons) => {
    expect(propose({ scores, attended, minimum: 80, unmarked: open })).toEqual({ result, reasons });
  });

  test('by scores alone if the course requires no attendance', () => {
    const attended = { minutes: 0, of: 480 };
    expect(propose({ scores: scored(70, 70), attended, minimum: 0, unmarked: 2 }).result).toBe(1);
  });
});

test.each([
  [null, 1, false],
  [1, 1, false],
  [2, 1, true],
  [1, null, true],
  [null, null, false],
] as const)('decided %s against proposed %s needs a reason: %s', (decided, result, expected) => {
  expect(needsReason(decided, { result, reasons: [] })).toBe(expected);
});
