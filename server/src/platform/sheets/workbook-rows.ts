import { dayText, type FirstYear, numberText, plainCell } from './cell-text.ts';
import { type Attributes, createMarkupReader, type MarkupHandlers } from './read-markup.ts';
import { Unreadable } from './unreadable.ts';
import { type CellStyle, restoreEscaped } from './workbook-parts.ts';

/* Pure. The rows of a sheet of a workbook. */

interface Cell {
  readonly type: string;
  readonly style: CellStyle | undefined;
  text: string;
}

export interface RowsOptions {
  readonly textAt: (index: number) => string;
  readonly styles: readonly CellStyle[];
  readonly firstYear: FirstYear;
  readonly maxColumns: number;
}

interface SheetRow {
  /** From 0. */
  readonly index: number;
  readonly cells: string[];
}

const MAX_COLUMN = 16_383;
/** Characters of a cell before escaped ones are restored. The rest of a longer cell is left out. */
const MAX_TEXT = 32_767;

/** The column, from 0, of a reference as `D2`. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[a-z]*/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const numberCell = ({ text, style }: Cell, { firstYear }: RowsOptions): string => {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) return plainCell(text);
  return style?.isDate ? dayText(value, firstYear) : numberText(value, style?.width ?? 0);
};

const cellText = (cell: Cell, options: RowsOptions): string => {
  const { type, text } = cell;
  if (type === 's') return text === '' ? '' : plainCell(options.textAt(Number(text)));
  if (type === 'str' || type === 'inlineStr') return plainCell(restoreEscaped(text));
  if (type === 'b') return /^(1|true)$/i.test(text) ? 'true' : 'false';
  return type === 'e' ? plainCell(text) : numberCell(cell, options);
};

/** Cells that are left out are empty, also those before one that is not read. */
const putCell = (cells: string[], column: number, text: () => string, maxColumns: number): void => {
  while (cells.length < Math.min(column, maxColumns)) cells.push('');
  if (column < maxColumns) cells[column] = text();
};

/** Calls `add` with each row. */
const rowHandlers = (options: RowsOptions, add: (row: SheetRow) => void): MarkupHandlers => {
  let [index, column, isInData] = [-1, 0, false];
  let row: SheetRow | null = null;
  let cell: Cell | null = null;
  let [isInline, isPhonetic, isText] = [false, false, false];

  const beginRow = (attributes: Attributes): void => {
    const number = attributes.get('r');
    index = number ? Number(number) - 1 : index + 1;
    [row, column] = [{ index, cells: [] }, 0];
  };

  const beginCell = (attributes: Attributes): void => {
    const reference = attributes.get('r');
    column = reference ? columnOf(reference) : column;
    if (column > MAX_COLUMN) throw new Unreadable('unreadable');
    const style = options.styles[Number(attributes.get('s') ?? -1)];
    cell = { type: attributes.get('t') ?? '', style, text: '' };
  };

  const endCell = (): void => {
    const ended = cell;
    if (row && ended && column >= 0)
      putCell(row.cells, column, () => cellText(ended, options), options.maxColumns);
    [cell, column] = [null, column + 1];
  };

  const endRow = (): void => {
    if (row) add(row);
    row = null;
  };

  return {
    open: (tag, attributes) => {
      if (tag === 'sheetData') isInData = true;
      else if (tag === 'row' && isInData) beginRow(attributes);
      else if (tag === 'c' && row) beginCell(attributes);
      else if (tag === 'is') isInline = true;
      else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 'v' || (tag === 't' && isInline && !isPhonetic)) isText = true;
    },
    text: (more) => {
      if (cell && isText && cell.text.length < MAX_TEXT) cell.text += more;
    },
    close: (tag) => {
      if (tag === 'sheetData') isInData = false;
      else if (tag === 'row') endRow();
      else if (tag === 'c' && cell) endCell();
      else if (tag === 'is') isInline = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'v' || tag === 't') isText = false;
    },
  };
};

/** Rows without cells may be left out. */
export const sheetRowsOf = async function* (
  parts: AsyncIterable<Buffer>,
  options: RowsOptions,
): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  const read = createMarkupReader(rowHandlers(options, (row) => rows.push(row)));
  for await (const part of parts) {
    read(part);
    yield* rows;
    rows = [];
  }
};
