import { expect, test } from 'vitest';
import { percentAt } from './percent-at.ts';

test.each([
  ['the beginning', 0, 0],
  ['before the beginning', -40, 0],
  ['below half a step', 14, 0],
  ['above half a step', 16, 10],
  ['the middle', 150, 50],
  ['the end', 300, 100],
  ['behind the end', 900, 100],
])('%s', (_, distance, percent) => {
  expect(percentAt(distance, 300)).toBe(percent);
});
