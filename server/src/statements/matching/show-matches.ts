import { MATCH_ROWS, type Matches as PresentedMatches } from '@portal/contract/office/statements';
import { type Candidate, type Matches, matchLines } from './match.ts';
import { type Line, type OpenItems, type OpenReport, parseLines, parseReports } from './open-items.ts';

/* Pure. Runs in a worker: `statement-worker.ts`. */

const firstRows = <T>(list: readonly T[]): T[] => list.slice(0, MATCH_ROWS);

const firstMatches = ({ certain, possible, lines, reports }: Matches): Matches => ({
  certain: firstRows(certain),
  possible: firstRows(possible),
  lines: firstRows(lines),
  reports: firstRows(reports),
});

const idsIn = ({ certain, possible, lines, reports }: Matches) => {
  const candidates = possible.flatMap((each) => each.candidates);
  return {
    lines: new Set([
      ...[...certain, ...possible].map(({ lineId }) => lineId),
      ...candidates.flatMap(({ alsoLineIds }) => alsoLineIds),
      ...lines,
    ]),
    reports: new Set([
      ...certain.map(({ reportId }) => reportId),
      ...candidates.flatMap(({ reportIds }) => reportIds),
      ...reports,
    ]),
  };
};

const hasExactAmount = ({ facts }: Candidate): boolean =>
  facts.some(({ about, fit }) => about === 'amount' && fit === 'yes');

export interface ShownMatches extends Matches {
  /** The length of each list before it is cut. */
  readonly counts: PresentedMatches['counts'];
  readonly open: { readonly openLines: number; readonly openReports: number };
  readonly allLines: readonly Line[];
  readonly allReports: readonly OpenReport[];
}

/** Returns the first `MATCH_ROWS` of each list, with the lines and reports that they name. */
export const showMatches = (open: OpenItems): ShownMatches => {
  const [lines, reports] = [parseLines(open.lines), parseReports(open.reports)];
  const matches = matchLines(lines, reports);
  const shown = firstMatches(matches);
  const ids = idsIn(shown);
  return {
    ...shown,
    counts: {
      certain: matches.certain.length,
      possible: matches.possible.length,
      lines: matches.lines.length,
      reports: matches.reports.length,
    },
    open: { openLines: lines.length, openReports: reports.length },
    allLines: lines.filter(({ id }) => ids.lines.has(id)),
    allReports: reports.filter(({ id }) => ids.reports.has(id)),
  };
};

/** Returns the lines whose amount fits no open report. */
export const unexplainedLines = ({ possible, lines }: Pick<Matches, 'possible' | 'lines'>): number[] => [
  ...lines,
  ...possible.filter(({ candidates }) => !candidates.some(hasExactAmount)).map(({ lineId }) => lineId),
];

export interface Pair {
  readonly lineId: number;
  readonly reportId: number;
}

export interface CertainPair {
  readonly registrationIds: readonly number[];
  /** The part of the line that goes back, because registrations were cancelled. */
  readonly returned: number;
}

/** Returns the registrations of each pair, or null for a pair that is not certain. */
export const findCertain = ({
  pairs,
  ...open
}: OpenItems & { readonly pairs: readonly Pair[] }): (CertainPair | null)[] => {
  const [lines, reports] = [parseLines(open.lines), parseReports(open.reports)];
  const { certain } = matchLines(lines, reports);
  const reportOf = new Map(certain.map(({ lineId, reportId }) => [lineId, reportId]));
  const paidBy = new Map(
    reports.map(({ id, registrations, returned }) => [
      id,
      { registrationIds: registrations.map((each) => each.id), returned },
    ]),
  );
  return pairs.map(({ lineId, reportId }) =>
    reportOf.get(lineId) === reportId ? (paidBy.get(reportId) ?? null) : null,
  );
};
