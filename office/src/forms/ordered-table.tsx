import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import type { ReactNode } from 'react';
import { MoveControls } from './move-controls.tsx';
import { type MovesOptions, useMoves } from './use-moves.ts';

interface OrderedTableProps<Row, Answer> extends Omit<MovesOptions<Row, Answer>, 'entries'> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty: ReactNode;
  mayEdit: boolean;
  actsHeader: string;
  /** The acts stand beside the controls that move the row. */
  acts: (row: Row) => ReactNode;
}

/** A table whose rows are moved by pointer and by button. */
export const OrderedTable = <Row extends { readonly id: number }, Answer>({
  caption,
  columns,
  rows,
  empty,
  mayEdit,
  actsHeader,
  acts,
  ...options
}: OrderedTableProps<Row, Answer>) => {
  const { announcement, controlsOf } = useMoves({ entries: rows, ...options });
  const controls: Column<Row> = {
    key: 'acts',
    header: actsHeader,
    cell: (row) => (
      <div className="flex flex-wrap gap-1">
        <MoveControls {...controlsOf(row)} />
        {acts(row)}
      </div>
    ),
    action: true,
  };
  return (
    <>
      <DataTable
        caption={caption}
        columns={mayEdit ? [...columns, controls] : columns}
        empty={empty}
        rowKey={({ id }) => id}
        rows={rows}
      />
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
};
