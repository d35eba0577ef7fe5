import type { ReactNode } from 'react';

interface ChartProps<Row> {
  title: string;
  summary: string;
  drawing: ReactNode;
  heads: readonly string[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  cells: (row: Row) => readonly [string, ...string[]];
}

const scrollStop = { tabIndex: 0 };

export const Chart = <Row,>({ title, summary, drawing, heads, rows, rowKey, cells }: ChartProps<Row>) => (
  <section className="rounded-lg border border-line bg-surface p-4">
    <h3>{title}</h3>
    <p className="text-ink-soft text-sm">{summary}</p>
    <div className="mt-3 grid gap-4 md:grid-cols-[minmax(0,3fr)_minmax(16rem,2fr)]">
      <div>{drawing}</div>
      <section
        aria-label={title}
        className="max-h-80 self-start overflow-y-auto border border-line"
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
    </div>
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
