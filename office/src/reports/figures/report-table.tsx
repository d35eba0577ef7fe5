import { dollars } from '@portal/contract/money';
import {
  dimensionNames,
  type ReportRow,
  type ReportSubject,
  reportOf,
  type ReportTable as Table,
} from '@portal/contract/office/report-tables';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Link } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { reportsText as text } from '../../text/zh-TW/reports.ts';
import { Rows } from '../today/bars.tsx';
import { BarChart } from './bar-chart.tsx';
import type { AskedReport } from './use-asked-report.ts';

interface ReportTableProps {
  asked: AskedReport;
  table: Table;
}

const TOTAL = 'total';

const shown = (subject: ReportSubject, at: number, value: number): string =>
  reportOf(subject).money === at ? dollars(value) : value.toLocaleString('zh-TW');

/** The numbers, with drawings of the columns that matter most. */
export const ReportTable = ({ asked, table: { rows, totals } }: ReportTableProps) => {
  const { subject, by } = asked;
  const { name, columns, month } = reportOf(subject);
  const title = text.chart(name, by === 'month' ? month : dimensionNames[by]);
  if (totals[0] === 0 || totals.length === 0) return <EmptyState icon="clipboard" title={text.empty} />;
  const total = { key: TOTAL, label: text.total, numbers: totals, filter: null };
  return (
    <section className="space-y-6">
      {by === 'month' ? (
        <MonthCharts rows={rows} subject={subject} />
      ) : (
        <div className="rounded-lg border border-line bg-surface p-4">
          <h2 className="text-lg">{title}</h2>
          <p className="mb-3 text-ink-soft text-sm">
            {text.summary(columns[0] ?? '', shown(subject, 0, totals[0] ?? 0))}
          </p>
          <Rows
            bars={rows.map(({ label, numbers }) => ({ key: label, value: numbers[0] ?? 0 }))}
            label={title}
          />
        </div>
      )}
      <DataTable
        caption={title}
        cardsBelow={28}
        columns={columnsOf(asked)}
        empty={null}
        rowKey={({ key }) => key}
        rows={[...rows, total]}
      />
    </section>
  );
};

/** The table has the numbers too. */
const MonthCharts = ({ subject, rows }: { subject: ReportSubject; rows: readonly ReportRow[] }) => {
  const { columns, month, drawings } = reportOf(subject);
  return (
    <div className={`grid gap-4 ${drawings.length > 1 ? 'xl:grid-cols-2' : ''}`}>
      {drawings.map((drawn) => {
        const names = drawn.map((at) => columns[at] ?? '');
        return (
          <BarChart
            key={names.join()}
            labels={rows.map(({ label }) => label)}
            series={drawn.map((at, place) => ({
              name: names[place] ?? '',
              values: rows.map(({ numbers }) => numbers[at] ?? 0),
            }))}
            shown={(value) => shown(subject, drawn[0], value)}
            title={text.chart(names.join('、'), month)}
          />
        );
      })}
    </div>
  );
};

const listOf = {
  registrations: paths.registrations,
  payments: paths.payments,
  certificates: paths.register,
  expiries: null,
  people: null,
} as const;

/** Whether the counts lead to a list. */
export const hasRows = (subject: ReportSubject): boolean => listOf[subject] !== null;

const addressOf = (subject: ReportSubject, { filter }: ReportRow): string | null => {
  const list = listOf[subject];
  if (!list || !filter) return null;
  // Undone payments do not count.
  return list.to({}, subject === 'payments' ? { ...filter, undone: 'no' } : filter);
};

const CountLink = ({ subject, row }: { subject: ReportSubject; row: ReportRow }) => {
  const address = addressOf(subject, row);
  const count = row.numbers[0] ?? 0;
  if (address === null || count === 0) return shown(subject, 0, count);
  return (
    <Link aria-label={`${count}，${text.rowsOf(row.label)}`} className="text-sea-800 underline" to={address}>
      {shown(subject, 0, count)}
    </Link>
  );
};

const columnsOf = ({ subject, by }: AskedReport): Column<ReportRow>[] => {
  const { columns, month } = reportOf(subject);
  return [
    {
      key: 'label',
      header: by === 'month' ? month : dimensionNames[by],
      primary: true,
      cell: ({ key, label }) => (key === TOTAL ? <b>{label}</b> : label),
    },
    ...columns.map((header, at) => ({
      key: `number-${at}`,
      header,
      align: 'end' as const,
      cell: (row: ReportRow) => {
        if (row.key === TOTAL) return <b>{shown(subject, at, row.numbers[at] ?? 0)}</b>;
        if (at === 0) return <CountLink row={row} subject={subject} />;
        return shown(subject, at, row.numbers[at] ?? 0);
      },
    })),
  ];
};
