import { expect, test } from 'vitest';
import { dateOf, people } from './format.ts';

test('dates and people are written as in Taiwan', () => {
  expect(dateOf('2026-12-05T09:00:00+08:00')).toBe('2026-12-05');
  expect(people(30)).toBe('30 人');
});
