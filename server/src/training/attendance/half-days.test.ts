import { expect, test } from 'vitest';
import { halfDaysOf } from './half-days.ts';

const session = (date: string, fromTime: string, toTime: string) => ({ date, fromTime, toTime });
const shown = (...sessions: ReturnType<typeof session>[]) =>
  halfDaysOf(sessions).map(({ date, part, from, to }) => `${date} ${part} ${from}–${to}`);

test('a whole day has two half days, with the lunch left out', () => {
  expect(shown(session('2026-12-01', '09:00:00', '18:00:00'))).toEqual([
    '2026-12-01 上午 09:00–12:00',
    '2026-12-01 下午 13:00–18:00',
  ]);
});

test('a session of one half day is one, with the part of the day it begins in', () => {
  expect(
    shown(
      session('2026-12-01', '09:00', '12:00'),
      session('2026-12-02', '08:00', '13:00'),
      session('2026-12-03', '13:30', '17:30'),
      session('2026-12-04', '18:30', '21:30'),
      session('2026-12-05', '12:00', '16:00'),
      session('2026-12-06', '18:00', '21:00'),
    ),
  ).toEqual([
    '2026-12-01 上午 09:00–12:00',
    '2026-12-02 上午 08:00–13:00',
    '2026-12-03 下午 13:30–17:30',
    '2026-12-04 晚上 18:30–21:30',
    '2026-12-05 下午 12:00–16:00',
    '2026-12-06 晚上 18:00–21:00',
  ]);
});

test('two sessions of one half day are signed for once, until the later end', () => {
  expect(shown(session('2026-12-01', '09:00', '10:30'), session('2026-12-01', '10:40', '12:00'))).toEqual([
    '2026-12-01 上午 09:00–12:00',
  ]);
  expect(shown(session('2026-12-01', '09:00', '12:00'), session('2026-12-01', '09:30', '11:00'))).toEqual([
    '2026-12-01 上午 09:00–12:00',
  ]);
});
