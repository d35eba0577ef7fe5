import type { ReactNode } from 'react';
import './data-table.css';

export interface Column<Row> {
  key: string;
  header: string;
  /** null leaves the cell empty; a card then has no line for it. */
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  /** Names the row: its cell is the row's header and stands out on a card. One column at most. */
  primary?: boolean | undefined;
  /** Short, and not to be broken where there is room for it: a date, a code. */
  together?: boolean | undefined;
  /** Holds nothing but what is pressed: it is not printed. */
  action?: boolean | undefined;
}

interface DataTableProps<Row> {
  /** What the table holds, read out before it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Stands in place of the table when there is no row. */
  empty: ReactNode;
}

/* `display: block` takes a table's roles away in some browsers, so each is said once more. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** A table that becomes a list of cards under 896 px, by CSS alone; the roles keep it a table for screen readers. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return empty;
  return (
    <table className="data-table" {...roles.table}>
      <caption className="not-print:sr-only mb-2 text-start font-bold">{caption}</caption>
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th {...marksOf(column)} key={column.key} {...roles.columnheader} scope="col">
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...roles.row}>
            {columns.map((column) => (
              <Cell column={column} key={column.key} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const marksOf = <Row,>({ align, together, action }: Column<Row>) => ({
  'data-align': align,
  'data-together': together ? '' : undefined,
  'data-action': action ? '' : undefined,
});

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row);
  const common = {
    ...marksOf(column),
    'data-label': column.header,
    'data-empty': content === null || content === '' ? '' : undefined,
  };
  return column.primary ? (
    <th {...common} data-primary="" {...roles.rowheader} scope="row">
      <div className="min-w-0">{content}</div>
    </th>
  ) : (
    <td {...common} {...roles.cell}>
      <div className="min-w-0">{content}</div>
    </td>
  );
}
