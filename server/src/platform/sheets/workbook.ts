import { type Archive, openArchive } from './archive.ts';
import { Unreadable } from './unreadable.ts';
import { readStyles, readTexts, readWorkbook, type SheetName } from './workbook-parts.ts';
import { type RowsOptions, sheetRowsOf } from './workbook-rows.ts';

interface WorkbookOptions {
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly sheet?: string | null | undefined;
  readonly scale?: number;
}

const MAX_SHEETS = 10;

/** Rows that are left out are empty. */
const readCells = async function* (
  parts: AsyncIterable<Buffer>,
  maxRows: number,
  options: RowsOptions,
): AsyncGenerator<string[]> {
  let next = 0;
  for await (const { index, cells } of sheetRowsOf(parts, options)) {
    if (index >= maxRows) throw new Unreadable('too_many_rows');
    for (; next < index; next += 1) yield [];
    next = index + 1;
    yield cells;
  }
};

interface OpenedSheet {
  readonly isTable: boolean;
  readonly rows: AsyncIterable<string[]>;
}

/** A table has at least three columns, twice; a cover sheet names and values at most. Reads until that is known. */
const begin = async (cells: AsyncGenerator<string[]>): Promise<OpenedSheet> => {
  const first: string[][] = [];
  let wide = 0;
  while (wide < 2) {
    const { value, done } = await cells.next();
    if (done) break;
    first.push(value);
    if (value.filter(Boolean).length > 2) wide += 1;
  }
  const rows = async function* () {
    yield* first;
    yield* cells;
  };
  return { isTable: wide === 2, rows: rows() };
};

const sheetOpener = async (archive: Archive, { maxRows, maxColumns }: WorkbookOptions) => {
  const workbook = await readWorkbook(archive);
  if (!workbook) throw new Unreadable('unreadable');
  const { sheets, firstYear, texts, styles } = workbook;
  const options = {
    ...{ textAt: await readTexts(archive, texts), styles: await readStyles(archive, styles) },
    ...{ firstYear, maxColumns },
  };
  return { sheets, open: ({ part }: SheetName) => begin(readCells(archive.read(part), maxRows, options)) };
};

interface OpenedWorkbook {
  readonly rows: AsyncIterable<string[]>;
  readonly sheet: string;
  /** The names of all sheets that are shown. */
  readonly sheets: readonly string[];
}

/** Opens the sheet that is named, or the first that is shown and has a table. */
export const openWorkbook = async (bytes: Buffer, options: WorkbookOptions): Promise<OpenedWorkbook> => {
  const { sheets: all, open } = await sheetOpener(await openArchive(bytes, options.scale), options);
  const shown = all.filter(({ isHidden }) => !isHidden).slice(0, MAX_SHEETS);
  const [first] = shown;
  const named = shown.filter(({ name }) => name === options.sheet);
  const sheets = shown.map(({ name }) => name);
  let chosen: OpenedWorkbook | null = null;
  for (const sheet of named.length > 0 ? named : shown) {
    const { isTable, rows } = await open(sheet);
    const opened = { rows, sheet: sheet.name, sheets };
    if (isTable) return opened;
    if (sheet === first || named.length > 0) chosen = opened;
  }
  if (!chosen) throw new Unreadable('unreadable');
  return chosen;
};
