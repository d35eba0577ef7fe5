import { expect, test } from 'vitest';
import { dateAndTime, dateOf, people } from './format.ts';

test('dates and people are written as in Taiwan', () => {
  const time = '2026-12-05T09:00:00+08:00';
  expect(dateOf(time)).toBe('2026-12-05');
  expect(dateAndTime(time)).toBe('2026-12-05（六）09:00');
  expect(dateAndTime('2026-12-05')).toBe('2026-12-05（六）');
  expect(people(30)).toBe('30 人');
});
