import { type Fact, MATCH_ROWS } from '@portal/contract/office/statements';
import { expect, test } from 'vitest';
import { findCertain, showMatches, unexplainedLines } from './show-matches.ts';

const DAY = '2026-12-01';
const digitsOf = (n: number) => `${10_000 + n * 7}`;
const lineOf = (n: number) => ({
  ...{ id: n, row: n, day: DAY, amount: 1500, digits: digitsOf(n), maybeDigits: null },
  ...{ name: null, memo: null, isProven: true },
});
const reportOf = (n: number) => ({
  ...{
    id: 1000 + n,
    day: DAY,
    digits: digitsOf(n),
    money: 1500,
    due: 1500,
    returned: 0,
    partialPaid: 0,
    name: `人${n}`,
  },
  ...{ classCode: 'A-1', course: '急救員', group: null, payer: `account ${n}`, reportedAt: DAY },
  registrations: [{ id: 5000 + n, personId: n, name: `人${n}`, isCancelled: false }],
});
const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const openOf = (lines: readonly object[], reports: readonly object[]) => ({
  lines: JSON.stringify(lines),
  reports: JSON.stringify(reports),
});

test('a long list is cut, its count is not', () => {
  const all = many(MATCH_ROWS + 5);
  const matches = showMatches(openOf(all.map(lineOf), all.map(reportOf)));
  expect([matches.certain, matches.allLines, matches.allReports].map(({ length }) => length)).toEqual(
    Array(3).fill(MATCH_ROWS),
  );
  expect(matches.counts).toEqual({ certain: MATCH_ROWS + 5, possible: 0, lines: 0, reports: 0 });
  expect(matches.open).toEqual({ openLines: MATCH_ROWS + 5, openReports: MATCH_ROWS + 5 });
});

test('the lines and reports that a shown pair or candidate names are shown', () => {
  const short = { ...lineOf(2), amount: 1000 };
  const rest = { ...lineOf(2), id: 3, row: 3, amount: 500 };
  const alone = { ...lineOf(4), amount: 77 };
  const matches = showMatches(
    openOf([lineOf(1), short, rest, alone], [reportOf(1), reportOf(2), reportOf(9)]),
  );
  expect(matches.possible[0]?.candidates[0]).toMatchObject({ reportIds: [1002], alsoLineIds: [3] });
  expect([matches.lines, matches.reports]).toEqual([[4], [1009]]);
  expect(matches.allLines.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(matches.allReports.map(({ id }) => id)).toEqual([1001, 1002, 1009]);
});

test('a pair that is certain has the registrations of its report, another pair has none', () => {
  const pairs = [
    { lineId: 1, reportId: 1001 },
    { lineId: 1, reportId: 1002 },
    { lineId: 8, reportId: 1008 },
  ];
  const open = openOf([lineOf(1), lineOf(2)], [reportOf(1), reportOf(2)]);
  expect(findCertain({ ...open, pairs })).toEqual([{ registrationIds: [5001], returned: 0 }, null, null]);
});

test('a line is unexplained unless its amount fits a report', () => {
  const digits: Fact = { about: 'digits', fit: 'no', how: 'different', by: 0 };
  const fits: Fact = { about: 'amount', fit: 'yes', how: 'equal', by: 0 };
  const near: Fact = { about: 'amount', fit: 'near', how: 'short', by: -15 };
  const candidate = (...facts: Fact[]) => ({ reportIds: [1], alsoLineIds: [], score: 1, facts });
  const possible = [
    { lineId: 1, candidates: [candidate(digits, fits)] },
    { lineId: 2, candidates: [candidate(digits, near)] },
    { lineId: 3, candidates: [candidate(near), candidate(fits)] },
    { lineId: 4, candidates: [] },
  ];
  expect(unexplainedLines({ lines: [9], possible })).toEqual([9, 2, 4]);
});
