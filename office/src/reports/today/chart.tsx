import type { ReactNode } from 'react';
import { todayText } from '../../text/zh-TW/today.ts';

const text = todayText.charts;

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

const scrollStop = { tabIndex: 0 };

/** A small drawing; the numbers behind it open at a press. */
export const Chart = <Row,>({ title, summary, drawing, heads, rows, rowKey, cells }: ChartProps<Row>) => (
  <section className="min-w-0 rounded-lg border border-line bg-surface p-4">
    <h3 className="text-base">{title}</h3>
    <p className="text-ink-soft text-sm">{summary}</p>
    {rows.length === 0 ? (
      <p className="mt-3 text-ink-soft text-sm">{text.noNumbers}</p>
    ) : (
      <>
        <div className="mt-3">{drawing}</div>
        <details className="mt-2">
          <summary className="text-sea-800 text-sm">{text.numbers}</summary>
          <section
            aria-label={title}
            className="mt-1 max-h-60 overflow-y-auto border border-line"
            {...scrollStop}
          >
            <table className="w-full text-sm">
              <thead className="sticky top-0 bg-paper">
                <tr>
                  {heads.map((head, place) => (
                    <th
                      className={`whitespace-nowrap px-3 py-1 ${place > 0 ? 'text-end' : ''}`}
                      key={head}
                      scope="col"
                    >
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <TableRow cells={cells(row)} key={rowKey(row)} />
                ))}
              </tbody>
            </table>
          </section>
        </details>
      </>
    )}
  </section>
);

const TableRow = ({ cells: [head, ...rest] }: { cells: readonly [string, ...string[]] }) => (
  <tr className="border-line border-t">
    <th className="px-3 py-1 font-normal" scope="row">
      {head}
    </th>
    {rest.map((cell) => (
      <td className="whitespace-nowrap px-3 py-1 text-end" key={cell}>
        {cell}
      </td>
    ))}
  </tr>
);
