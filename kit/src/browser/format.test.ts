import { expect, test } from 'vitest';
import { dateOf, people, shortDay } from './format.ts';

test('dates and people are written as in Taiwan', () => {
  expect(dateOf('2026-12-05T09:00:00+08:00')).toBe('2026-12-05');
  expect(shortDay('2026-12-05T09:00:00+08:00')).toBe('12/05（六）');
  expect(shortDay('2026-12-07')).toBe('12/07（一）');
  expect(people(30)).toBe('30 人');
});
