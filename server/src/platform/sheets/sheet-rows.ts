import { streamXlsxRows } from 'hucre/xlsx';
import { type Entry, fromBufferPromise } from 'yauzl';
import { decodeText, restoreBars, type TextEncoding } from './decode-text.ts';
import { guessSeparator, parseDelimited } from './delimited.ts';
import { createMarkupMeter } from './markup-meter.ts';
import { columnName, paddedCells, paddedStyles, type SheetName, sheetNames } from './workbook-parts.ts';

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

export type SheetFault = 'old_excel' | 'web_page' | 'protected' | 'unreadable' | 'too_many_rows';
export type SheetAnswer = { readonly sheet: SheetRows } | { readonly fault: SheetFault };

const CELL_LENGTH = 1000;
/** The most bytes of all parts of a workbook after unpacking, times `scale`. */
const UNPACKED_BYTES = 20 * 1024 * 1024;
/** Bytes of a tag or a text in a workbook. The longest cell needs less; the parser reads a longer one again and again. */
const TAG_BYTES = 256 * 1024;
/** The most tags in a part that is not a sheet, times `scale`. The parser holds such a part in memory as a tree. */
const MAX_TAGS = 500_000;
const MAX_PARTS = 500;
/** Rows with a cell beyond column ZZ, which the parser makes up to 16,384 columns wide. */
const MAX_FAR_ROWS = 200;
const MAX_SHEETS = 10;

class Unreadable extends Error {
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}

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

/** Spreadsheets write `="0912"` to keep the zero. */
const plainCell = (cell: string): string => {
  const text = cell.slice(0, CELL_LENGTH).trim();
  return /^="([^"]*)"$/.exec(text)?.[1]?.trim() ?? text;
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

const refuseMarkup = (name: string, scale: number): ((part: Buffer) => void) => {
  const measure = createMarkupMeter();
  const most = name.startsWith('xl/worksheets/') ? Number.POSITIVE_INFINITY : MAX_TAGS * scale;
  return (part) => {
    const { unfinished, tags, farRows } = measure(part);
    if (unfinished > TAG_BYTES || tags > most || farRows > MAX_FAR_ROWS) throw new Unreadable('unreadable');
  };
};

const KEPT_PARTS = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml'];
const KEPT_BYTES = 1024 * 1024;

type Parts = ReadonlyMap<string, string>;

const entriesOf = async function* (
  bytes: Buffer,
): AsyncGenerator<{ entry: Entry; read: () => AsyncIterable<Buffer> }> {
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    yield {
      entry,
      read: async function* () {
        for await (const part of await zip.openReadStreamPromise(entry)) yield part as Buffer;
      },
    };
};

/** Counts the bytes while unpacking, because the declared sizes may be wrong. Returns the parts that name the sheets. */
const refuseBombs = async (bytes: Buffer, { scale = 1 }: SheetOptions): Promise<Parts> => {
  const mostBytes = UNPACKED_BYTES * scale;
  let [parts, unpacked, declared] = [0, 0, 0];
  const kept = new Map<string, string>();
  for await (const { entry, read } of entriesOf(bytes)) {
    parts += 1;
    declared += entry.uncompressedSize;
    if (entry.isEncrypted()) throw new Unreadable('protected');
    if (parts > MAX_PARTS || declared > mostBytes) throw new Unreadable('unreadable');
    const check = refuseMarkup(entry.fileName, scale);
    const isKept = KEPT_PARTS.includes(entry.fileName);
    const texts: Buffer[] = [];
    for await (const part of read()) {
      unpacked += part.length;
      if (unpacked > mostBytes) throw new Unreadable('unreadable');
      check(part);
      if (isKept && unpacked < KEPT_BYTES) texts.push(part);
    }
    if (isKept) kept.set(entry.fileName, Buffer.concat(texts).toString('utf8'));
  }
  return kept;
};

const readPart = async (bytes: Buffer, name: string): Promise<string> => {
  for await (const { entry, read } of entriesOf(bytes)) {
    if (entry.fileName !== name) continue;
    const texts: Buffer[] = [];
    for await (const part of read()) texts.push(part);
    return Buffer.concat(texts).toString('utf8');
  }
  return '';
};

const isoDay = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));

/** Excel keeps 15 digits. The rest of a longer number is lost: it is written so that nobody takes it for digits. */
const MAX_EXACT_NUMBER = 1e15;

const numberText = (value: number, width: number): string =>
  Math.abs(value) >= MAX_EXACT_NUMBER ? value.toExponential() : String(value).padStart(width, '0');

const cellText = (value: unknown, width: number): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return isoDay(value);
  if (typeof value === 'number') return numberText(value, width);
  return typeof value === 'object' ? '' : plainCell(String(value));
};

/** Cells that are filled up with zeros, by their reference. */
const findPadded = async (
  bytes: Buffer,
  { part }: SheetName,
  parts: Parts,
): Promise<ReadonlyMap<string, number>> => {
  const padded = paddedStyles(parts.get('xl/styles.xml') ?? '');
  if (part === null || padded.every((width) => width === 0)) return new Map();
  return paddedCells(await readPart(bytes, part), padded);
};

/** A cell far to the right would make a row of 16,384 columns. */
const readCells = async function* (
  bytes: Buffer,
  sheet: SheetName,
  { maxRows, maxColumns, parts }: SheetOptions & { readonly parts: Parts },
): AsyncGenerator<string[]> {
  const padded = await findPadded(bytes, sheet, parts);
  let next = 0;
  for await (const { index, values } of streamXlsxRows(
    bytes,
    sheet.name === '' ? {} : { sheet: sheet.name },
  )) {
    if (index >= maxRows) throw new Unreadable('too_many_rows');
    for (; next < index; next += 1) yield [];
    const widthOf = (column: number) => padded.get(`${columnName(column)}${index + 1}`) ?? 0;
    next = index + 1;
    yield Array.from(values.slice(0, maxColumns), (value, column) => cellText(value, widthOf(column)));
  }
};

interface OpenedWorkbook {
  readonly isTable: boolean;
  readonly rows: AsyncIterable<string[]>;
}

/** A table has at least three columns, twice; a cover sheet names and values at most. Reads until that is known. */
const begin = async (cells: AsyncGenerator<string[]>): Promise<OpenedWorkbook> => {
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
    try {
      yield* cells;
    } catch (error) {
      refuseUnreadable(error);
    }
  };
  return { isTable: wide === 2, rows: rows() };
};

const readXlsx = async (bytes: Buffer, options: SheetOptions): Promise<SheetStream> => {
  const parts = await refuseBombs(bytes, options);
  const found = sheetNames(parts.get('xl/workbook.xml') ?? '', parts.get('xl/_rels/workbook.xml.rels') ?? '');
  const all = found.length > 0 ? found : [{ name: '', isHidden: false, part: null }];
  const shown = all.filter(({ isHidden }) => !isHidden).slice(0, MAX_SHEETS);
  const [first = all[0]] = shown;
  const named = shown.filter(({ name }) => name === options.sheet);
  const sheets = shown.map(({ name }) => name);
  const rest = { broken: [], encoding: 'utf-8', separator: ',', sheets } as const;
  let chosen: SheetStream | null = null;
  for (const sheet of named.length > 0 ? named : shown) {
    const { isTable, rows } = await begin(readCells(bytes, sheet, { ...options, parts }));
    if (isTable) return { ...rest, rows, sheet: sheet.name };
    if (sheet === first || named.length > 0) chosen = { ...rest, rows, sheet: sheet.name };
  }
  if (!chosen) throw new Unreadable('unreadable');
  return chosen;
};

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

/** Reads a table row by row; returns what `use` does, or why the file cannot be read. */
export const withSheet = async <T>(
  bytes: Buffer,
  options: SheetOptions,
  use: (sheet: SheetStream) => Promise<T>,
): Promise<T | { readonly fault: SheetFault }> => {
  try {
    return await use(await open(bytes, options).catch(refuseUnreadable));
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
