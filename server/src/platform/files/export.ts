import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat } from '@portal/contract/office/list';
import { stringify } from 'csv-stringify';
import { Download } from '../http/download.ts';
import { type Limit, limitConcurrency } from '../http/limit.ts';
import { spool } from './spool.ts';

/* Exports are written to a file while they are sent, so that a slow reader neither fills the memory nor delays others. */

/** A day, or a time in Taipei: a real date in a spreadsheet. */
class DateCell {
  /** `2026-12-05` or `2026-12-05T09:00:00+08:00`. */
  readonly wire: string;

  constructor(wire: string) {
    this.wire = wire;
  }

  /** `2026-12-05`, `2026-12-05 09:00`. */
  toString(): string {
    return this.wire.slice(0, 16).replace('T', ' ');
  }

  /** Spreadsheets know no time zones: the time as people read it. */
  toDate(): Date {
    return new Date(`${this.wire.slice(0, 10)}T${this.wire.slice(11, 16) || '00:00'}Z`);
  }
}

/** Null for an empty cell. */
export const dateCell = (wire: string | null): DateCell | null => (wire === null ? null : new DateCell(wire));

/** Null for an empty cell. A text never becomes a formula. */
export type Cell = string | number | DateCell | null;

export type ColumnFormat = 'day' | 'time';

interface Sheet {
  readonly name: string;
  /** Default: `name`, which has at most 31 characters for a sheet. */
  readonly fileName?: string;
  readonly heads: readonly string[];
  /** In characters. */
  readonly widths?: readonly number[];
  readonly formats?: readonly (ColumnFormat | undefined)[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** A leading apostrophe keeps spreadsheets from computing a text as a formula. */
const toCsv = ({ heads, rows }: Sheet): Readable =>
  Readable.from(rows, { highWaterMark: 100 }).compose(
    stringify({
      bom: true,
      columns: [...heads],
      header: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: { object: String },
    }),
  ) as Readable;

/** A narrower column would show a date as `####`. */
const formatted = {
  day: { numFmt: 'yyyy-mm-dd', width: 12 },
  time: { numFmt: 'yyyy-mm-dd hh:mm', width: 18 },
} as const satisfies Record<ColumnFormat, object>;

const forSpreadsheet = (cell: Cell) => (cell instanceof DateCell ? cell.toDate() : cell);

const toXlsx = ({ name, heads, widths, formats, rows }: Sheet): Readable => {
  const columns = heads.map((header, at) => {
    const [width, format] = [widths?.[at], formats?.[at]];
    return { header, key: `${at}`, ...(width && { width }), ...(format && formatted[format]) };
  });
  const cells = async function* () {
    for await (const row of rows) yield row.map(forSpreadsheet);
  };
  const bytes = async function* () {
    // Loaded with the first workbook, because it takes memory.
    const { writeXlsxStream } = await import('hucre/xlsx');
    const written = writeXlsxStream(cells(), { name, columns, freezePane: { rows: 1 } });
    yield* written as ReadableStream<Uint8Array>;
  };
  return Readable.from(bytes(), { objectMode: false });
};

const kinds = {
  csv: { write: toCsv, type: 'text/csv; charset=utf-8' },
  xlsx: {
    write: toXlsx,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const;

export const fileType = (format: ExportFormat): string => kinds[format].type;

/** The whole file, for a job. */
export const sheetBytes = (format: ExportFormat, sheet: Sheet): Promise<Buffer> =>
  buffer(kinds[format].write(sheet));

export const exportLimit = (): Limit =>
  limitConcurrency({ atOnce: 2, waiting: 4, timeout: 20_000, busy: 'exports_busy' });

/** Keeps its slot in `limit` until the file is written or the client disconnects. */
export const writeExport = (
  limit: Limit,
  format: ExportFormat,
  prepare: () => Promise<Sheet>,
): Promise<Download> =>
  new Promise((resolve, reject) => {
    const work = async () => {
      const { write, type } = kinds[format];
      const sheet = await prepare();
      const { stream, written } = await spool(write(sheet));
      resolve(new Download(stream, { type, name: `${sheet.fileName ?? sheet.name}.${format}` }));
      await written;
    };
    limit(work).catch(reject);
  });
