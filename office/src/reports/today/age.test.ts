import { expect, test } from 'vitest';
import { ageText } from './age.ts';

const now = new Date('2026-12-01T10:00:00+08:00');

test.each([
  ['2026-12-01T09:00:01+08:00', '不到 1 小時'],
  // The clock of the device may be behind.
  ['2026-12-01T10:05:00+08:00', '不到 1 小時'],
  ['2026-12-01T09:00:00+08:00', '1 小時'],
  ['2026-11-30T10:00:01+08:00', '23 小時'],
  ['2026-11-30T10:00:00+08:00', '1 天'],
  ['2026-11-20T09:00:00+08:00', '11 天'],
])('since %s it is %s', (since, age) => {
  expect(ageText(since, now)).toBe(age);
});
