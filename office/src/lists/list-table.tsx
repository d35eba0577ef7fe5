import { type Column, Table } from '@portal/kit/ui/data-table.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { TABLE_WIDTH, useIsNarrow } from '@portal/kit/ui/use-is-narrow.ts';
import { useEffect, useRef } from 'react';
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

/** The keyboard can scroll it. */
const scrolled = (caption: string) => ({ role: 'region', 'aria-label': caption, tabIndex: 0 }) as const;

/** Cards on a narrow screen. Heads of sortable columns are buttons. */
export const ListTable = <Row,>(props: ListTableProps<Row>) => {
  const { caption, columns, rows, rowKey, sort, onSort, selection, isBusy } = props;
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
      <Table
        caption={caption}
        className="list-table"
        columns={[
          ...tickColumns(props),
          ...columns.map((column) => withSortButton({ column, sort, onSort })),
        ]}
        hasCards={isNarrow}
        isBusy={isBusy}
        isSelected={(row) => selection?.has(rowKey(row)) ?? false}
        rowKey={rowKey}
        rows={rows}
      />
    </div>
  );
};

const tickColumns = <Row,>({ selection, rowKey, rowName }: ListTableProps<Row>): Column<Row>[] =>
  selection
    ? [
        {
          key: 'tick',
          header: listText.select.column,
          className: 'list-tick',
          head: (
            <TickBox
              checked={selection.isWhole}
              label={listText.select.page}
              mixed={selection.count > 0 && !selection.isWhole}
              onChange={selection.toggleAll}
            />
          ),
          cell: (row) => (
            <TickBox
              checked={selection.has(rowKey(row))}
              label={listText.select.row(rowName?.(row) ?? `${rowKey(row)}`)}
              onChange={() => selection.toggle(rowKey(row))}
            />
          ),
        },
      ]
    : [];

/** Texts stay on one line; what does not fit is shown by the pointer. */
const withOneLine = <Row,>(column: ListColumn<Row>): ListColumn<Row> => ({
  ...column,
  cell: (row) => {
    const content = column.cell(row);
    return typeof content === 'string' && content !== '' ? <OneLine>{content}</OneLine> : content;
  },
});

const OneLine = ({ children }: { children: string }) => (
  <span
    className="list-line"
    onPointerEnter={({ currentTarget: line }) => {
      if (line.scrollHeight > line.clientHeight) line.title = children;
    }}
  >
    {children}
  </span>
);

const withSortButton = <Row,>({ column, sort, onSort }: SortProps<Row>): Column<Row> => {
  const { sort: by, ...rest } = withOneLine(column);
  if (by === undefined) return rest;
  return {
    ...rest,
    direction: directionOf(sort, by),
    head: <SortButton by={by} column={column} onSort={onSort} sort={sort} />,
  };
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

const SortButton = <Row,>({ column, by, sort, onSort }: SortProps<Row> & { by: string }) => {
  const direction = directionOf(sort, by);
  return (
    <button className="list-sort" data-direction={direction} onClick={() => onSort(by)} type="button">
      {column.header}
      <Icon className={direction === 'ascending' ? 'size-4' : 'size-4 rotate-180'} name="arrow-up" />
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

interface TickBoxProps {
  checked: boolean;
  mixed?: boolean;
  label: string;
  onChange: () => void;
}

const TickBox = ({ checked, mixed = false, label, onChange }: TickBoxProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="list-tick-target inline-flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input checked={checked} className="size-5" onChange={onChange} ref={box} type="checkbox" />
    </label>
  );
};
