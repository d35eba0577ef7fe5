import type { Matches } from '@portal/contract/office/statements';

type Candidate = Matches['possible'][number]['candidates'][number];

/** What a confirmation uses up. */
interface UsedUp {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
}

/**
 * The desk without the lines of confirmations that are being sent, and without proposals that need the same money or people.
 * A line whose first proposal is such a one waits for the server: a press would mean another proposal, or none.
 */
export const withoutSent = (data: Matches, sent: readonly UsedUp[]): Matches => {
  if (sent.length === 0) return data;
  const lineIds = new Set(sent.flatMap((each) => each.lineIds));
  const registrationIds = new Set(sent.flatMap((each) => each.registrationIds));
  const usedReports = new Set(
    data.allReports
      .filter(({ registrations }) => registrations.some(({ id }) => registrationIds.has(id)))
      .map(({ id }) => id),
  );
  const isLeft = ({ lineId }: { lineId: number }) => !lineIds.has(lineId);
  const certain = data.certain.filter((pair) => isLeft(pair) && !usedReports.has(pair.reportId));
  const isFree = ({ reportIds, alsoLineIds }: Candidate) =>
    !reportIds.some((id) => usedReports.has(id)) && !alsoLineIds.some((id) => lineIds.has(id));
  const possible = data.possible
    .filter((line) => isLeft(line) && line.candidates.slice(0, 1).every(isFree))
    .map((line) => ({ ...line, candidates: line.candidates.filter(isFree) }));
  const lines = data.lines.filter(isLeft);
  const reports = data.reports.filter((id) => !usedReports.has(id));
  const fewer = (before: readonly unknown[], after: readonly unknown[]) => before.length - after.length;
  return {
    ...data,
    certain,
    possible,
    lines,
    reports,
    counts: {
      certain: data.counts.certain - fewer(data.certain, certain),
      possible: data.counts.possible - fewer(data.possible, possible),
      lines: data.counts.lines - fewer(data.lines, lines),
      reports: data.counts.reports - fewer(data.reports, reports),
    },
  };
};
