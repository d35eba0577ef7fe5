import { parse } from 'csv-parse/sync';
import { streamXlsxRows } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';
import { createMarkupMeter } from './markup-meter.ts';

/* Reads the rows of spreadsheets. It runs in the worker of `read-sheet.ts`. */

export type SheetEncoding = 'utf-8' | 'big5';

export interface SheetOptions {
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly encoding?: SheetEncoding | undefined;
  readonly separator?: string | undefined;
}

export interface SheetRows {
  readonly rows: readonly (readonly string[])[];
  readonly encoding: SheetEncoding;
  readonly separator: string;
}

export type SheetFault = 'old_excel' | 'web_page' | 'unreadable' | 'too_many_rows';
export type SheetAnswer = { readonly sheet: SheetRows } | { readonly fault: SheetFault };

const CELL = 1000;
/** The most bytes of all parts of a workbook after unpacking. */
const UNPACKED = 20 * 1024 * 1024;
/** Bytes of a tag or a text in a workbook. The longest cell needs less; the parser reads a longer one again and again. */
const LONGEST = 256 * 1024;
/** In a part that is not a sheet: the parser keeps all of it, such as the texts, as a tree. */
const TAGS = 500_000;
const PARTS = 500;
/** Rows with a cell beyond column ZZ, which the parser makes up to 16,384 columns wide. */
const MAX_FAR_ROWS = 200;

class Unreadable extends Error {
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

const decode = (bytes: Uint8Array, encoding: string, fatal: boolean): string | null => {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
};

const MARK = '\ufffd';
const DAMAGED_SHARE = 0.02;

const isDamaged = (text: string): boolean =>
  text.includes('\0') || text.split(MARK).length - 1 > Math.max(3, text.length * DAMAGED_SHARE);

const decodeText = (
  bytes: Uint8Array,
  wanted: SheetEncoding | undefined,
): { text: string; encoding: SheetEncoding } => {
  if (startsWith(bytes, 0xff, 0xfe))
    return { text: decode(bytes, 'utf-16le', false) ?? '', encoding: 'utf-8' };
  const utf8 =
    wanted === 'big5' && !startsWith(bytes, 0xef, 0xbb, 0xbf) ? null : decode(bytes, 'utf-8', true);
  const encoding = utf8 === null ? 'big5' : 'utf-8';
  const text = utf8 ?? decode(bytes, 'big5', false) ?? '';
  if (isDamaged(text)) throw new Unreadable('unreadable');
  return { text, encoding };
};

/** Spreadsheets write `="0912"` to keep the zero; a parser takes only `"0912"`. */
const unwrapFormulas = (text: string): string => text.replace(/(^|[,;\t|\r\n])="([^"]*)"/g, '$1"$2"');

const separators = [',', '\t', ';', '|'];
const SAMPLE = 20_000;

/** The columns of most lines, times the number of those lines. */
const evenness = (sample: string, separator: string): number => {
  const counts = new Map<number, number>();
  for (const line of sample.split(/\r?\n/).slice(0, 60)) {
    const count = line.replace(/"[^"]*"/g, '').split(separator).length;
    if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...[...counts].map(([columns, lines]) => columns * lines));
};

const guessSeparator = (text: string): string => {
  const sample = text.slice(0, SAMPLE);
  return separators.reduce((best, each) => (evenness(sample, each) > evenness(sample, best) ? each : best));
};

const cut = (cell: string): string => cell.slice(0, CELL).trim();

const readCsv = (bytes: Uint8Array, options: SheetOptions): SheetRows => {
  const { text, encoding } = decodeText(bytes, options.encoding);
  if (/^\s*(<!doctype|<html|<table|<\?xml)/i.test(text)) throw new Unreadable('web_page');
  const separator = options.separator ?? guessSeparator(text);
  const records: string[][] = parse(unwrapFormulas(text), {
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    to: options.maxRows + 1,
    max_record_size: 200_000,
  });
  if (records.length > options.maxRows) throw new Unreadable('too_many_rows');
  return { rows: records.map((row) => row.slice(0, options.maxColumns).map(cut)), encoding, separator };
};

const refuseMarkup = (name: string): ((part: Buffer) => void) => {
  const measure = createMarkupMeter();
  const most = name.startsWith('xl/worksheets/') ? Number.POSITIVE_INFINITY : TAGS;
  return (part) => {
    const { unfinished, tags, farRows } = measure(part);
    if (unfinished > LONGEST || tags > most || farRows > MAX_FAR_ROWS) throw new Unreadable('unreadable');
  };
};

/** Counts the bytes while unpacking, because the declared sizes may be wrong. */
const refuseBombs = async (bytes: Buffer): Promise<void> => {
  const zip = await fromBufferPromise(bytes);
  let [parts, unpacked, declared] = [0, 0, 0];
  for await (const entry of zip.eachEntry()) {
    parts += 1;
    declared += entry.uncompressedSize;
    if (parts > PARTS || declared > UNPACKED || entry.isEncrypted()) throw new Unreadable('unreadable');
    const check = refuseMarkup(entry.fileName);
    for await (const part of await zip.openReadStreamPromise(entry)) {
      unpacked += (part as Buffer).length;
      if (unpacked > UNPACKED) throw new Unreadable('unreadable');
      check(part as Buffer);
    }
  }
};

const isoDay = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return isoDay(value);
  return typeof value === 'object' ? '' : cut(String(value));
};

/** A cell far to the right would make a row of 16,384 columns. */
const readXlsx = async (bytes: Buffer, { maxRows, maxColumns }: SheetOptions): Promise<SheetRows> => {
  await refuseBombs(bytes);
  const rows: string[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes)) {
    if (index >= maxRows) throw new Unreadable('too_many_rows');
    while (rows.length < index) rows.push([]);
    rows.push(Array.from(values.slice(0, maxColumns), cellText));
  }
  return { rows, encoding: 'utf-8', separator: ',' };
};

const read = async (bytes: Buffer, options: SheetOptions): Promise<SheetRows> => {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable('old_excel');
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new Unreadable('unreadable');
  return startsWith(bytes, 0x50, 0x4b, 3, 4) ? readXlsx(bytes, options) : readCsv(bytes, options);
};

export const sheetRows = async (bytes: Buffer, options: SheetOptions): Promise<SheetAnswer> => {
  try {
    return { sheet: await read(bytes, options) };
  } catch (error) {
    return { fault: error instanceof Unreadable ? error.fault : 'unreadable' };
  }
};
