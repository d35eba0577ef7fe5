import type { Cell, ColumnFormat } from './export.ts';

export interface ExportColumn<Row> {
  readonly head: string;
  readonly format?: ColumnFormat;
  readonly cell: (row: Row) => Cell;
}

/** The heads, formats and cells of the chosen columns, in that order. */
export const chooseColumns = <Key extends string, Row>(
  columns: Readonly<Record<Key, ExportColumn<Row>>>,
  keys: readonly Key[],
) => {
  const chosen = keys.map((key) => columns[key]);
  return {
    heads: chosen.map(({ head }) => head),
    formats: chosen.map(({ format }) => format),
    cells: (row: Row): Cell[] => chosen.map(({ cell }) => cell(row)),
  };
};
