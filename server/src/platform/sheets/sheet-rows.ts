import { plainCell } from './cell-text.ts';
import { decodeText, restoreBars, type TextEncoding } from './decode-text.ts';
import { guessSeparator, parseDelimited } from './delimited.ts';
import { type SheetFault, Unreadable } from './unreadable.ts';
import { openWorkbook } from './workbook.ts';

/* Reads the rows of spreadsheets. It runs in the worker of `read-sheet.ts`. */

export interface SheetOptions {
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly encoding?: TextEncoding | undefined;
  readonly separator?: string | undefined;
  /** The name of the sheet. By default it is the first that is not hidden and has a table. */
  readonly sheet?: string | null | undefined;
  /** How many times as large as usual a workbook may be. */
  readonly scale?: number;
}

interface SheetFacts {
  /** Rows, from 0, whose quotes do not close. */
  readonly broken: readonly number[];
  readonly encoding: TextEncoding;
  readonly separator: string;
  /** The name; null in a text. */
  readonly sheet: string | null;
  /** The names of all sheets that are shown. */
  readonly sheets: readonly string[];
}

export interface SheetRows extends SheetFacts {
  readonly rows: readonly (readonly string[])[];
}

/** Its rows can be read once. */
export interface SheetStream extends SheetFacts {
  readonly rows: AsyncIterable<readonly string[]>;
}

export type SheetAnswer = { readonly sheet: SheetRows } | { readonly fault: SheetFault };

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

const HEAD_LENGTH = 5000;

/** Tables of web pages and of older Excel versions are often called .xls. */
const refuseMarkupFiles = (text: string): void => {
  const head = text.slice(0, HEAD_LENGTH).trimStart();
  if (/urn:schemas-microsoft-com:office:spreadsheet|mso-application\s+progid="Excel/i.test(head))
    throw new Unreadable('old_excel');
  if (/^<(?:[!?a-z])/i.test(head) || /<(?:html|table)[\s>]/i.test(head)) throw new Unreadable('web_page');
  if (
    /^(?:mime-version|from|subject|date|content-type):[^\r\n]*[\r\n]/i.test(head) &&
    /multipart\//i.test(head)
  )
    throw new Unreadable('web_page');
};

/** The most characters in all cells of a row. */
const MAX_ROW_LENGTH = 200_000;

const isTooLong = (row: readonly string[]): boolean =>
  row.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW_LENGTH;

const plainRows = async function* (rows: readonly (readonly string[])[], { maxColumns }: SheetOptions) {
  for (const row of rows) yield row.slice(0, maxColumns).map(plainCell);
};

const readText = (bytes: Uint8Array, options: SheetOptions): SheetStream => {
  const decoded = decodeText(bytes, options.encoding);
  if (!decoded) throw new Unreadable('unreadable');
  const text = decoded.text.replace(/^\ufeff/, '');
  refuseMarkupFiles(text);
  const separator = options.separator ?? guessSeparator(text);
  const { rows, broken } = parseDelimited(text, separator, options.maxRows + 1);
  if (rows.length > options.maxRows) throw new Unreadable('too_many_rows');
  if (rows.some(isTooLong)) throw new Unreadable('unreadable');
  const whole = separator === '|' && decoded.encoding === 'big5' ? restoreBars(rows) : rows;
  return {
    rows: plainRows(whole, options),
    ...{ broken, encoding: decoded.encoding, separator, sheet: null, sheets: [] },
  };
};

const readXlsx = async (bytes: Buffer, options: SheetOptions): Promise<SheetStream> => ({
  ...(await openWorkbook(bytes, options)),
  ...{ broken: [], encoding: 'utf-8', separator: ',' },
});

/** A workbook with a password is such a container too, and names its content. */
const containerFault = (bytes: Buffer): SheetFault =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'protected' : 'old_excel';

const open = async (bytes: Buffer, options: SheetOptions): Promise<SheetStream> => {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable(containerFault(bytes));
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new Unreadable('unreadable');
  return startsWith(bytes, 0x50, 0x4b, 3, 4) ? readXlsx(bytes, options) : readText(bytes, options);
};

/** Whatever a parser throws. */
const refuseUnreadable = (error: unknown): never => {
  throw error instanceof Unreadable ? error : new Unreadable('unreadable');
};

const readableRows = async function* (rows: AsyncIterable<readonly string[]>) {
  try {
    yield* rows;
  } catch (error) {
    refuseUnreadable(error);
  }
};

/** Reads a table row by row; returns what `use` does, or why the file cannot be read. */
export const withSheet = async <T>(
  bytes: Buffer,
  options: SheetOptions,
  use: (sheet: SheetStream) => Promise<T>,
): Promise<T | { readonly fault: SheetFault }> => {
  try {
    const sheet = await open(bytes, options).catch(refuseUnreadable);
    return await use({ ...sheet, rows: readableRows(sheet.rows) });
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault };
    throw error;
  }
};

export const sheetRows = (bytes: Buffer, options: SheetOptions): Promise<SheetAnswer> =>
  withSheet(bytes, options, async (sheet) => {
    const rows: (readonly string[])[] = [];
    for await (const row of sheet.rows) rows.push(row);
    return { sheet: { ...sheet, rows } };
  });
