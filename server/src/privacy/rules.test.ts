import { expect, test } from 'vitest';
import { daysBetween, dueOn } from './rules.ts';

const requestedAt = new Date('2026-12-01T18:30:00Z');

test.each([
  ['access', null, '2026-12-17'],
  ['access', requestedAt, '2027-01-01'],
  ['correction', null, '2027-01-01'],
  ['correction', requestedAt, '2027-01-31'],
  ['erasure', null, '2027-01-01'],
  ['erasure', requestedAt, '2027-01-31'],
] as const)('the period of %s, extended at %s, ends on %s', (kind, extendedAt, day) => {
  expect(dueOn({ kind, requestedAt, extendedAt })).toBe(day);
});

test.each([
  ['2026-12-01', '2026-12-16', 15],
  ['2026-12-16', '2026-12-16', 0],
  ['2027-01-02', '2026-12-31', -2],
])('from %s to %s are %i days', (from, until, days) => {
  expect(daysBetween(from, until)).toBe(days);
});
