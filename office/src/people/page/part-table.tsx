import { type Column, Table } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { TABLE_WIDTH, useIsNarrow } from '@portal/kit/ui/use-is-narrow.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../platform/loaded.tsx';

interface PartTableProps<Row> {
  query: UseQueryResult<Row[]>;
  title: string;
  empty: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
}

/** A whole table as a tab. */
export const PartTable = <Row,>({ query, title, empty, columns, rowKey }: PartTableProps<Row>) => {
  const [box, isNarrow] = useIsNarrow(TABLE_WIDTH, true);
  return (
    <section ref={box}>
      <h2 className="mb-4">{title}</h2>
      <Loaded query={query} rows={4}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={empty} />
          ) : (
            <Table caption={title} columns={columns} hasCards={isNarrow} rowKey={rowKey} rows={rows} />
          )
        }
      </Loaded>
    </section>
  );
};
