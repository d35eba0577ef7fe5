import {
  monthsBetween,
  type ReportRow,
  type ReportTable,
  reportOf,
} from '@portal/contract/office/report-tables';
import { courses, organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type Counted, countReport, daysOf, type ReportQuery } from './count-report.ts';

/** The labels by key, in the order shown; months without rows are shown too. */
const findLabels = async (
  db: Executor,
  { by, from, until }: ReportQuery,
  found: readonly Counted[],
): Promise<ReadonlyMap<string, string>> => {
  if (by === 'month') return new Map(monthsBetween(from, until).map((month) => [month, month]));
  const keys = new Set(found.map(({ key }) => key));
  const rows: [string, string][] =
    by === 'organization'
      ? (await db.select().from(organizations).orderBy(organizations.id)).map(({ id, name }) => [
          `${id}`,
          name,
        ])
      : (await db.select().from(courses).orderBy(courses.code)).map((row) => [row.code, row.chineseName]);
  return new Map(rows.filter(([key]) => keys.has(key)));
};

/** The parts of the address of the list that shows the rows. */
const filterOf = (query: ReportQuery, key: string): Record<string, string> | null => {
  // The list of people has no period, and that of certificates none by their end.
  if (query.subject === 'people' || query.subject === 'expiries') return null;
  if (query.by === 'month') return daysOf({ from: key, until: key });
  return { [query.by]: key, ...daysOf(query) };
};

export const findReport = async (
  db: Executor,
  query: ReportQuery,
  within: readonly number[],
  now: Date,
): Promise<ReportTable> => {
  const found = await countReport(db, query, within, now);
  const labels = await findLabels(db, query, found);
  const numbersOf = new Map(found.map(({ key, numbers }) => [key, numbers]));
  const { columns } = reportOf(query.subject);
  const zeros = columns.map(() => 0);
  const rows: ReportRow[] = [...labels].map(([key, label]) => ({
    key,
    label,
    numbers: [...(numbersOf.get(key) ?? zeros)],
    filter: filterOf(query, key),
  }));
  const totals = columns.map((_, at) => rows.reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0));
  return { rows, totals };
};
