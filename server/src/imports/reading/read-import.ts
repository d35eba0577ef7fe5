import {
  fieldsOf,
  IMPORT_COLUMNS,
  IMPORT_PREVIEW_ROWS,
  IMPORT_ROWS,
  type ImportKind,
  type ImportPreview,
  type ImportShape,
} from '@portal/contract/office/imports';
import { type SheetStream, withSheet } from '../../platform/sheets/sheet-rows.ts';
import type { SheetFault } from '../../platform/sheets/unreadable.ts';
import { guessColumns } from './guess-columns.ts';
import { findHead } from './heads.ts';

/* Runs in a worker: `import-worker.ts`. */

export interface FileFault {
  readonly fault: SheetFault;
}

/** A workbook of 50,000 people is three times as large as other files. */
const SCALE = 4;

export const withRows = <T>(
  bytes: Uint8Array,
  shape: ImportShape | null,
  use: (sheet: SheetStream) => Promise<T>,
): Promise<T | FileFault> => {
  const { encoding, separator, sheet } = shape ?? {};
  const most = { maxRows: IMPORT_ROWS + 1, maxColumns: IMPORT_COLUMNS, scale: SCALE };
  return withSheet(Buffer.from(bytes), { ...most, encoding, separator, sheet }, use);
};

/** A remembered shape is used for files with the same heads. */
interface RememberedShape {
  readonly head: readonly string[];
  readonly shape: ImportShape;
}

type Rows = readonly (readonly string[])[];

interface ToPreview {
  readonly bytes: Uint8Array;
  readonly kind: ImportKind;
  readonly given: ImportShape | null;
  readonly remembered: readonly RememberedShape[];
}

export const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

export const headAbove = (rows: Rows, skip: number): string[] =>
  skip === 0 ? [] : (rows[skip - 1] ?? []).map((cell) => cell.trim());

const guessShape = (kind: ImportKind, sheet: SheetStream, rows: Rows): ImportShape => {
  const { encoding, separator, sheet: name } = sheet;
  const skip = findHead(kind, rows) + 1;
  const columns = guessColumns({ kind, head: headAbove(rows, skip), rows: rows.slice(skip) });
  return { encoding, separator: separator as ImportShape['separator'], sheet: name, skip, columns };
};

export const missingFields = (kind: ImportKind, { columns }: ImportShape): string[] =>
  Object.entries(fieldsOf(kind)).flatMap(([field, { label, required }]) =>
    required && columns[field] === undefined ? [label] : [],
  );

/** Fields that the kind does not have are left out. */
export const knownColumns = (kind: ImportKind, shape: ImportShape): ImportShape => ({
  ...shape,
  columns: Object.fromEntries(Object.entries(shape.columns).filter(([field]) => field in fieldsOf(kind))),
});

const chooseShape = ({ kind, given, remembered }: ToPreview, sheet: SheetStream, rows: Rows) => {
  if (given) return { origin: 'given', shape: knownColumns(kind, given) } as const;
  const guessed = guessShape(kind, sheet, rows);
  const head = JSON.stringify(headAbove(rows, guessed.skip));
  const known = remembered.find((each) => JSON.stringify(each.head) === head);
  if (!known) return { origin: 'guessed', shape: guessed } as const;
  return { origin: 'remembered', shape: { ...guessed, columns: known.shape.columns } } as const;
};

/** The rows from which the shape is guessed and of which some are shown. No head is below them. */
const FIRST_ROWS = 500;

/** The first rows, and how many of the others hold data. */
const readFirst = async ({ rows }: SheetStream) => {
  const first: (readonly string[])[] = [];
  let more = 0;
  for await (const row of rows)
    if (first.length < FIRST_ROWS) first.push(row);
    else if (isFilled(row)) more += 1;
  return { first, more };
};

export const readForPreview = (file: ToPreview): Promise<ImportPreview | FileFault> =>
  withRows(file.bytes, file.given, async (sheet) => {
    const { first, more } = await readFirst(sheet);
    const { origin, shape } = chooseShape(file, sheet, first);
    const firstShown = Math.max(0, shape.skip - 1);
    return {
      origin,
      shape,
      head: headAbove(first, shape.skip),
      sheets: [...sheet.sheets],
      rows: first.slice(firstShown, firstShown + IMPORT_PREVIEW_ROWS).map((row) => [...row]),
      firstRow: firstShown + 1,
      count: first.slice(shape.skip).filter(isFilled).length + more,
      missing: missingFields(file.kind, shape),
    };
  });
