import type { ExportFormat } from '@portal/contract/office/list';
import { type ExportedSubject, reports } from '@portal/contract/office/report-tables';
import { recordExportIn } from '../../audit/record-export.ts';
import { recordPeople } from '../../audit/record-people.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import type { Executor } from '../../platform/database/database.ts';
import { fileType, sheetBytes } from '../../platform/files/export.ts';
import type { Staff } from '../../staff/actors.ts';
import { daysOf } from './count-report.ts';
import { reportRows } from './report-rows.ts';
import { findReportOrganizations, reportScope } from './report-scope.ts';

export interface ReportInput {
  readonly subject: ExportedSubject;
  /** Months. */
  readonly from: string;
  readonly until: string;
  readonly organization?: number | undefined;
  readonly format: ExportFormat;
}

/** Finds the rows that the caller may read now: the right may have been taken away since the job began. */
const findRows = async (db: Executor, input: ReportInput, { actor, now }: { actor: Staff; now: Date }) => {
  const scope = reportScope(actor, input);
  const within = await findReportOrganizations(db, scope);
  const { heads, formats, count, rows, people } = reportRows(input.subject, now);
  const days = daysOf(input);
  return {
    scope,
    heads,
    formats,
    count: () => count(db, days, within),
    rows: () => rows(db, days, within),
    people: () => people(db, days, within),
  };
};

/** The rows behind a report as a file. It has one item. */
export const reportJob = defineJob<ReportInput>({
  kind: 'report.export',
  right: 'export.list',
  step: async (tx, { input }, by) => {
    const { format, subject, ...filter } = input;
    const { scope, count, people } = await findRows(tx, input, by);
    const rows = await count();
    const exported = { list: `報表：${reports[subject].name}`, filter, format, rows, identity: false, scope };
    const eventId = await recordExportIn(tx, exported, by);
    for await (const part of people()) await recordPeople(tx, eventId, part);
    return `${rows} 筆`;
  },
  makeFile: async (db, { input }, by) => {
    const { format, subject, from, until } = input;
    const { heads, formats, rows } = await findRows(db, input, by);
    const { name } = reports[subject];
    return {
      name: `${name} ${from} 至 ${until}.${format}`,
      type: fileType(format),
      bytes: await sheetBytes(format, { name, heads, ...(formats && { formats }), rows: rows() }),
    };
  },
});
