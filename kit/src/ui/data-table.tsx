import type { ReactNode } from 'react';
import './data-table.css';
import { TABLE_WIDTH, useIsNarrow } from './use-is-narrow.ts';

export interface Column<Row> {
  key: string;
  header: string;
  /** null leaves the cell empty and omits the line on a card. */
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  /** The row's header cell, emphasised on cards. At most one column. */
  primary?: boolean | undefined;
  together?: boolean | undefined;
  /** Contains only controls: not printed, and at the foot of a card without its label. */
  action?: boolean | undefined;
  /** The position on a card, without its label: below the name, or in its place. */
  bare?: 'head' | 'body' | undefined;
  /** On a card: small and without its label. */
  aside?: boolean | undefined;
}

/** For content of cards only, or of tables only. On paper everything is a table. */
export const onCard = 'not-in-data-cards:hidden print:hidden';
export const inTable = 'not-print:in-data-cards:hidden';

/** On one line of a table, unless it is so long that it would push other columns out of sight. */
export const ShortLine = ({ children }: { children: string }) => (
  <span className="short-line">{children}</span>
);

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowId?: ((row: Row) => string) | undefined;
  empty: ReactNode;
  /** In rem: with less space, rows become cards. */
  cardsBelow?: number | undefined;
  className?: string | undefined;
}

/* `display: block` removes table roles in some browsers, so set them explicitly. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** CSS turns the table into cards; the roles keep it a table for screen readers. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowId,
  empty,
  cardsBelow = TABLE_WIDTH,
  className = '',
}: DataTableProps<Row>) {
  const [box, isNarrow] = useIsNarrow(cardsBelow, rows.length > 0);
  if (rows.length === 0) return empty;
  return (
    <div className="min-w-0" ref={box}>
      <table className={`data-table ${className}`} data-cards={isNarrow ? '' : undefined} {...roles.table}>
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
            <tr id={rowId?.(row)} key={rowKey(row)} {...roles.row}>
              {columns.map((column) => (
                <Cell column={column} key={column.key} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const marksOf = <Row,>({ align, together, action, aside, bare }: Column<Row>) => ({
  'data-align': align,
  'data-together': together ? '' : undefined,
  'data-action': action ? '' : undefined,
  'data-aside': aside ? '' : undefined,
  'data-bare': bare,
});

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row);
  const common = {
    ...marksOf(column),
    'data-label': column.header,
    'data-key': column.key,
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
