import { todayText } from '../../text/zh-TW/today.ts';

const text = todayText.charts;

interface NumbersTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string;
  heads: readonly string[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  cells: (row: Row) => readonly [string, ...string[]];
}

const scrollStop = { tabIndex: 0 };

/** The numbers behind a drawing, which open at a press. */
export const NumbersTable = <Row,>({ label, heads, rows, rowKey, cells }: NumbersTableProps<Row>) => (
  <details className="mt-2">
    <summary className="text-sea-800 text-sm">{text.numbers}</summary>
    <section aria-label={label} className="mt-1 max-h-60 overflow-y-auto border border-line" {...scrollStop}>
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
            <TableRow cells={cells(row)} heads={heads} key={rowKey(row)} />
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

interface TableRowProps {
  cells: readonly [string, ...string[]];
  heads: readonly string[];
}

const TableRow = ({ cells: [head, ...rest], heads }: TableRowProps) => (
  <tr className="border-line border-t">
    <th className="px-3 py-1 font-normal" scope="row">
      {head}
    </th>
    {rest.map((cell, at) => (
      <td className="whitespace-nowrap px-3 py-1 text-end" key={heads[at + 1]}>
        {cell}
      </td>
    ))}
  </tr>
);
