import type { Matches, OpenReport, StatementLine } from '@portal/contract/office/statements';

export const indexMatches = ({ allLines, allReports }: Matches) => {
  const lines = new Map(allLines.map((line) => [line.id, line]));
  const reports = new Map(allReports.map((report) => [report.id, report]));
  return {
    line: (id: number): StatementLine | undefined => lines.get(id),
    reportsOf: (ids: readonly number[]): OpenReport[] => ids.flatMap((id) => reports.get(id) ?? []),
    linesOf: (ids: readonly number[]): StatementLine[] => ids.flatMap((id) => lines.get(id) ?? []),
  };
};
