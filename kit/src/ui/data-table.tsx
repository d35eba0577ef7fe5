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
  /** Whether a card shows it small and without its label. */
  aside?: boolean | undefined;
  /** Stands in the head instead of `header`, for example a button that sorts. */
  head?: ReactNode;
  direction?: 'ascending' | 'descending' | 'none' | undefined;
  className?: string | undefined;
}

/** Classes of content that only cards or only tables show. On paper everything is a table. */
export const onCard = 'not-in-data-cards:hidden print:hidden';
export const inTable = 'not-print:in-data-cards:hidden';

/** For a table below a heading that says the same. */
export const withoutPrintedCaption = 'print:[&>caption]:hidden';

/** Keeps a text on one line of a table, unless it is so long that it would push other columns out of sight. */
export const ShortLine = ({ children }: { children: string }) => (
  <span className="short-line">{children}</span>
);

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowId?: ((row: Row) => string) | undefined;
  isSelected?: ((row: Row) => boolean) | undefined;
  className?: string | undefined;
}

interface DataTableProps<Row> extends TableProps<Row> {
  empty: ReactNode;
  /** In rem. Rows become cards if there is less space. */
  cardsBelow?: number | undefined;
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

export function DataTable<Row>({ empty, cardsBelow = TABLE_WIDTH, ...table }: DataTableProps<Row>) {
  const [box, isNarrow] = useIsNarrow(cardsBelow, table.rows.length > 0);
  if (table.rows.length === 0) return empty;
  return (
    <div className="min-w-0" ref={box}>
      <Table {...table} hasCards={isNarrow} />
    </div>
  );
}

interface PlainTableProps<Row> extends TableProps<Row> {
  hasCards: boolean;
  isBusy?: boolean;
}

/** The table without a box. CSS turns it into cards; the roles keep it a table for screen readers. */
export function Table<Row>(props: PlainTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowId, isSelected, className = '', hasCards, isBusy } = props;
  return (
    <table
      aria-busy={isBusy}
      className={`data-table ${className}`}
      data-cards={hasCards ? '' : undefined}
      {...roles.table}
    >
      <caption className="not-print:sr-only mb-2 text-start font-bold">{caption}</caption>
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th
              {...marksOf(column)}
              aria-sort={column.direction}
              key={column.key}
              {...roles.columnheader}
              scope="col"
            >
              {column.head ?? column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup}>
        {rows.map((row) => (
          <tr
            data-selected={isSelected?.(row) || undefined}
            id={rowId?.(row)}
            key={rowKey(row)}
            {...roles.row}
          >
            {columns.map((column) => (
              <Cell column={column} key={column.key} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const marksOf = <Row,>({ align, primary, together, action, aside, bare, className }: Column<Row>) => ({
  className,
  'data-align': align,
  'data-primary': primary ? '' : undefined,
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
    children: <div className="min-w-0">{content}</div>,
  };
  return column.primary ? (
    <th {...common} {...roles.rowheader} scope="row" />
  ) : (
    <td {...common} {...roles.cell} />
  );
}
