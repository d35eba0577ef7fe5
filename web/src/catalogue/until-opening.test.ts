import { expect, test } from 'vitest';
import { untilOpening } from './until-opening.ts';

const now = Date.parse('2026-12-01T08:59:00+08:00');
const OPENS = '2026-12-01T09:00:00+08:00';

test.each([
  ['in a minute', OPENS, 'not_open_yet', 'not_open_yet', 60_000],
  ['to persons alone', OPENS, 'not_open_yet', 'not_allowed', 60_000],
  ['to groups alone', OPENS, 'not_allowed', 'not_open_yet', 60_000],
  ['in an hour and more', '2026-12-01T10:00:00+08:00', 'not_open_yet', 'not_open_yet', 3_600_000],
  ['in a year', '2027-12-01T09:00:00+08:00', 'not_open_yet', 'not_open_yet', 3_600_000],
  ['a moment ago by this clock alone', '2026-12-01T08:58:59+08:00', 'not_open_yet', 'not_open_yet', 10_000],
  ['long ago', '2026-11-01T09:00:00+08:00', null, null, false],
  ['in a minute, to nobody', OPENS, 'not_allowed', 'not_allowed', false],
  ['never', null, null, 'full', false],
] as const)('a class that opens %s', (_when, apply_from, personal_obstacle, group_obstacle, wait) => {
  expect(untilOpening({ apply_from, personal_obstacle, group_obstacle }, now)).toBe(wait);
});

test('a class that is not loaded yet', () => {
  expect(untilOpening(undefined, now)).toBe(false);
});
