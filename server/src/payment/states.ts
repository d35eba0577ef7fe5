/** The outcome of a payment report for a registration; without one it waits. `replaced`: by a later report. */
export const REPORT_OUTCOMES = ['received', 'not_received', 'replaced'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
