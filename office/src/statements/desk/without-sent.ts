import type { Matches } from '@portal/contract/office/statements';

/** The lines and registrations of a confirmation: no other one may use them. */
interface UsedUp {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
}

/** The desk without the lines of confirmations that are being sent, and without what their people reported or paid. */
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
  const possible = data.possible.filter(isLeft);
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
