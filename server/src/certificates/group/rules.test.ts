import { describe, expect, test } from 'vitest';
import { isDue, judgeOn, totalsOf } from './rules.ts';

const judge = judgeOn('2026-12-01');

test.each([
  [null, 'missing'],
  ['2026-11-30', 'expired'],
  ['2026-12-01', 'in_30'],
  ['2026-12-31', 'in_30'],
  ['2027-01-01', 'in_60'],
  ['2027-01-30', 'in_60'],
  ['2027-01-31', 'in_90'],
  ['2027-03-01', 'in_90'],
  ['2027-03-02', 'valid'],
])('a certificate until %s is %s', (until, state) => {
  expect(judge({ until })).toBe(state);
});

const person = (until: string | null, enrolledFrom: string | null = null, renewalAsked = false) => ({
  until,
  enrolledFrom,
  renewalAsked,
});
const [VALID, ENDING, EXPIRED] = ['2028-01-01', '2026-12-20', '2026-01-01'];

test('totals count valid ones, also those that end soon, against the need', () => {
  const held = [person(VALID), person(ENDING), person(EXPIRED, '2026-12-07'), person(null)];
  expect(totalsOf(held, 3, judge)).toEqual({
    ...{ valid: 2, ending: 1, underWay: 1, short: 1 },
    needsAllMissing: true,
  });
  expect(totalsOf(held, 2, judge)).toMatchObject({ short: 0, needsAllMissing: false });
});

describe('somebody without a certificate is due', () => {
  test.each([
    ['if the need asks for everybody who lacks it', 3, true],
    ['not if managers have to choose among them', 2, false],
    ['not if nobody is needed', 1, false],
  ])('%s', (_, count, due) => {
    const held = [person(VALID), person(null), person(null)];
    expect(isDue('missing', totalsOf(held, count, judge))).toBe(due);
  });
});

test.each([
  ['valid', false],
  ['in_90', true],
  ['in_30', true],
  ['expired', true],
] as const)('a holder of one that is %s is due: %s', (state, due) => {
  expect(isDue(state, { needsAllMissing: false })).toBe(due);
});
