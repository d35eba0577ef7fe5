import { type Fact, PILE_ROWS } from '@portal/contract/office/statements';
import { expect, test } from 'vitest';
import { findCertain, showPiles, unexplainedLines } from './show-piles.ts';

const DAY = '2026-12-01';
const digitsOf = (n: number) => `${10_000 + n * 7}`;
const lineOf = (n: number) => ({
  ...{ id: n, row: n, day: DAY, amount: 1500, digits: digitsOf(n) },
  ...{ name: null, memo: null },
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
  registrations: [{ id: 5000 + n, name: `人${n}`, isCancelled: false }],
});
const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const openOf = (lines: readonly object[], reports: readonly object[]) => ({
  lines: JSON.stringify(lines),
  reports: JSON.stringify(reports),
});

test('a long pile is cut, its count is not', () => {
  const all = many(PILE_ROWS + 5);
  const piles = showPiles(openOf(all.map(lineOf), all.map(reportOf)));
  expect([piles.certain, piles.allLines, piles.allReports].map(({ length }) => length)).toEqual(
    Array(3).fill(PILE_ROWS),
  );
  expect(piles.counts).toEqual({ certain: PILE_ROWS + 5, possible: 0, lines: 0, reports: 0 });
  expect(piles.open).toEqual({ openLines: PILE_ROWS + 5, openReports: PILE_ROWS + 5 });
});

test('the lines and reports that a shown pair or candidate names are shown', () => {
  const short = { ...lineOf(2), amount: 1000 };
  const rest = { ...lineOf(2), id: 3, row: 3, amount: 500 };
  const alone = { ...lineOf(4), amount: 77 };
  const piles = showPiles(openOf([lineOf(1), short, rest, alone], [reportOf(1), reportOf(2), reportOf(9)]));
  expect(piles.possible[0]?.candidates[0]).toMatchObject({ reportIds: [1002], alsoLineIds: [3] });
  expect([piles.lines, piles.reports]).toEqual([[4], [1009]]);
  expect(piles.allLines.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(piles.allReports.map(({ id }) => id)).toEqual([1001, 1002, 1009]);
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
