import type { MatchedLine, MatchedReport } from './match.ts';

/* Pure. */

/** The open lines and reports of an account as JSON, because only the worker parses thousands of rows. */
export interface OpenItems {
  readonly lines: string;
  readonly reports: string;
}

export interface Line extends Omit<MatchedLine, 'isProven'> {
  readonly row: number;
}

export interface OpenReport extends MatchedReport {
  readonly course: string;
  readonly group: string | null;
  /** The part of `due` that goes back, because its registrations were cancelled. */
  readonly returned: number;
  /** The amount of partial payments received before. */
  readonly partialPaid: number;
  readonly reportedAt: string;
  readonly registrations: readonly {
    readonly id: number;
    readonly personId: number;
    readonly name: string;
    readonly isCancelled: boolean;
  }[];
}

type OpenLine = Line & Pick<MatchedLine, 'isProven'>;

export const parseLines = (json: string): OpenLine[] => JSON.parse(json);

export const parseReports = (json: string): OpenReport[] => {
  const reports: Omit<OpenReport, 'people'>[] = JSON.parse(json);
  return reports.map((report) => ({ ...report, people: report.registrations.map(({ name }) => name) }));
};
