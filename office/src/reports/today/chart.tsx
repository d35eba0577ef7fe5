import type { ReactNode } from 'react';
import { todayText } from '../../text/zh-TW/today.ts';
import { NumbersTable } from '../figures/numbers-table.tsx';

interface ChartProps<Row> {
  title: string;
  summary: string;
  drawing: ReactNode;
  heads: readonly string[];
  /** The caller leaves out those that are zero. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  cells: (row: Row) => readonly [string, ...string[]];
}

/** A small drawing; the numbers behind it open at a press. */
export const Chart = <Row,>({ title, summary, drawing, ...table }: ChartProps<Row>) => (
  <section className="min-w-0 rounded-lg border border-line bg-surface p-4">
    <h3 className="text-base">{title}</h3>
    <p className="text-ink-soft text-sm">{summary}</p>
    {table.rows.length === 0 ? (
      <p className="mt-3 text-ink-soft text-sm">{todayText.charts.noNumbers}</p>
    ) : (
      <>
        <div className="mt-3">{drawing}</div>
        <NumbersTable label={title} {...table} />
      </>
    )}
  </section>
);
