import type { Matches } from '@portal/contract/office/statements';
import { expect, test } from 'vitest';
import { withoutSent } from './without-sent.ts';

const reportOf = (id: number, ...registrationIds: number[]) =>
  ({ id, registrations: registrationIds.map((each) => ({ id: each })) }) as Matches['allReports'][number];

const possible = (lineId: number) => ({ lineId, paid: null, candidates: [] });

const data = {
  certain: [{ lineId: 1, reportId: 10 }],
  possible: [possible(2), possible(3), possible(4)],
  lines: [{ lineId: 5, paid: null }],
  reports: [60, 61],
  counts: { certain: 1, possible: 350, lines: 1, reports: 2 },
  allReports: [
    reportOf(10, 100),
    reportOf(20, 200, 201),
    reportOf(30, 300),
    reportOf(40, 400),
    reportOf(50, 500),
    reportOf(60, 201),
    reportOf(61, 600),
  ],
} as unknown as Matches;

const shown = ({ possible, certain, lines, reports, counts }: Matches) => ({
  possible: possible.map(({ lineId }) => lineId),
  certain: certain.map(({ lineId }) => lineId),
  lines: lines.map(({ lineId }) => lineId),
  reports,
  counts,
});

test('nothing is left out while nothing is sent', () => {
  expect(withoutSent(data, [])).toBe(data);
});

test('lines that are being confirmed are gone, and so are reports of the same people', () => {
  expect(shown(withoutSent(data, [{ lineIds: [2], registrationIds: [200, 201] }]))).toEqual({
    possible: [3, 4],
    certain: [1],
    lines: [5],
    reports: [61],
    counts: { certain: 1, possible: 349, lines: 1, reports: 1 },
  });
});

test('several confirmations, one of two lines', () => {
  const sent = [
    { lineIds: [2, 5], registrationIds: [200, 201] },
    { lineIds: [3], registrationIds: [100] },
  ];
  expect(shown(withoutSent(data, sent))).toEqual({
    possible: [4],
    certain: [],
    lines: [],
    reports: [61],
    counts: { certain: 0, possible: 348, lines: 0, reports: 1 },
  });
});
