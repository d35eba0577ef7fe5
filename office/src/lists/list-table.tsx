import { Icon } from '@portal/kit/ui/icon.tsx';
import { useEffect, useRef } from 'react';
import '@portal/kit/ui/data-table.css';
import { TABLE_WIDTH, useIsNarrow } from '@portal/kit/ui/use-is-narrow.ts';
import { listText } from '../text/zh-TW/lists.ts';
import type { ListColumn } from './list.ts';
import './list-table.css';
import { useOverflows } from './use-overflows.ts';
import type { Selection } from './use-selection.ts';

interface ListTableProps<Row> {
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort: string;
  onSort: (by: string) => void;
  selection?: Selection | undefined;
  rowName?: ((row: Row) => string) | undefined;
  isBusy: boolean;
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

/** The keyboard can scroll it. */
const scrolled = (caption: string) => ({ role: 'region', 'aria-label': caption, tabIndex: 0 }) as const;

/** Cards on a narrow screen. Heads of sortable columns are buttons. */
export const ListTable = <Row,>(props: ListTableProps<Row>) => {
  const { caption, columns, rows, rowKey, sort, onSort, selection, rowName, isBusy } = props;
  const [box, isNarrow] = useIsNarrow(TABLE_WIDTH, true);
  const isWide = useOverflows(box);
  const first = rows[0] && rowKey(rows[0]);
  // Other rows are read from the first one.
  useEffect(() => {
    if (first !== undefined) box.current?.scrollTo({ top: 0 });
  }, [box, first]);
  return (
    <div className={isWide ? 'list-wide' : 'min-w-0'} ref={box} {...(isWide && scrolled(caption))}>
      {isNarrow && <NarrowSort columns={columns} onSort={onSort} sort={sort} />}
      <table
        aria-busy={isBusy}
        className="data-table list-table"
        data-cards={isNarrow ? '' : undefined}
        {...roles.table}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {selection && (
              <th className="list-tick" {...roles.columnheader} scope="col">
                <Tick
                  checked={selection.isWhole}
                  label={listText.select.page}
                  mixed={selection.count > 0 && !selection.isWhole}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head column={column} key={column.key} onSort={onSort} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => (
            <tr data-selected={selection?.has(rowKey(row)) || undefined} key={rowKey(row)} {...roles.row}>
              {selection && (
                <td className="list-tick" data-label={listText.select.column} {...roles.cell}>
                  <Tick
                    checked={selection.has(rowKey(row))}
                    label={listText.select.row(rowName?.(row) ?? `${rowKey(row)}`)}
                    onChange={() => selection.toggle(rowKey(row))}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Cell column={column} key={column.key} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

type Direction = 'ascending' | 'descending' | 'none';

const directionOf = (sort: string, by: string): Direction => {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : 'none';
};

interface SortProps<Row> {
  column: ListColumn<Row>;
  sort: string;
  onSort: (by: string) => void;
}

const Head = <Row,>({ column, sort, onSort }: SortProps<Row>) => {
  const by = column.sort;
  const direction = by === undefined ? undefined : directionOf(sort, by);
  return (
    <th
      aria-sort={direction}
      data-align={column.align}
      data-primary={column.primary ? '' : undefined}
      {...roles.columnheader}
      scope="col"
    >
      {by === undefined ? column.header : <SortButton by={by} column={column} onSort={onSort} sort={sort} />}
    </th>
  );
};

const SortButton = <Row,>({ column, by, sort, onSort }: SortProps<Row> & { by: string }) => {
  const direction = directionOf(sort, by);
  return (
    <button className="list-sort" data-direction={direction} onClick={() => onSort(by)} type="button">
      {column.header}
      <Icon className="size-4" name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />
    </button>
  );
};

/** Cards have no heads: the same buttons above them. */
const NarrowSort = <Row,>({
  columns,
  ...sorting
}: Omit<SortProps<Row>, 'column'> & { columns: readonly ListColumn<Row>[] }) => (
  <p className="list-narrow-sort">
    {columns.map(
      (column) =>
        column.sort !== undefined && (
          <span key={column.key}>
            <SortButton
              {...sorting}
              by={column.sort}
              column={{ ...column, header: listText.sort(column.header) }}
            />
          </span>
        ),
    )}
  </p>
);

interface TickProps {
  checked: boolean;
  mixed?: boolean;
  label: string;
  onChange: () => void;
}

const Tick = ({ checked, mixed = false, label, onChange }: TickProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="inline-flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input checked={checked} className="size-5" onChange={onChange} ref={box} type="checkbox" />
    </label>
  );
};

const Cell = <Row,>({ column, row }: { column: ListColumn<Row>; row: Row }) => {
  const content = column.cell(row);
  const common = {
    'data-align': column.align,
    'data-together': column.together ? '' : undefined,
    'data-label': column.header,
    'data-empty': content === null || content === '' ? '' : undefined,
    children: <div className="min-w-0">{content}</div>,
  };
  return column.primary ? (
    <th {...common} data-primary="" {...roles.rowheader} scope="row" />
  ) : (
    <td {...common} {...roles.cell} />
  );
};
