import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat } from '@portal/contract/office/list';
import { stringify } from 'csv-stringify';
import { writeXlsxStream } from 'hucre/xlsx';
import { Download } from './download.ts';
import { type Limit, limitConcurrency } from './limit.ts';

/* Tables as files, written while they are sent: a slow reader holds the writing up, not the memory. */

/** Null for an empty cell. A text never becomes a formula. */
export type Cell = string | number | null;

export interface Sheet {
  readonly name: string;
  /** The name of the file, where it is another: that of a sheet has at most 31 characters. */
  readonly fileName?: string;
  readonly heads: readonly string[];
  /** The width of each column in characters; else the usual one. */
  readonly widths?: readonly number[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** Quoted by a leading apostrophe where a spreadsheet would take a text for a formula, full width too. */
const toCsv = ({ heads, rows }: Sheet): Readable =>
  Readable.from(rows, { highWaterMark: 100 }).compose(
    stringify({
      bom: true,
      columns: [...heads],
      header: true,
      escape_formulas: true,
      record_delimiter: 'windows',
    }),
  ) as Readable;

/** Each cell is a text or a number, which a spreadsheet never computes. */
const toXlsx = ({ name, heads, widths, rows }: Sheet): Readable => {
  const columns = heads.map((header, at) => {
    const width = widths?.[at];
    return { header, key: `${at}`, ...(width === undefined ? {} : { width }) };
  });
  const cells = async function* () {
    for await (const row of rows) yield [...row];
  };
  return Readable.fromWeb(
    writeXlsxStream(cells(), { name, columns, freezePane: { rows: 1 } }) as ReadableStream<Uint8Array>,
  );
};

const kinds = {
  csv: { write: toCsv, type: 'text/csv; charset=utf-8' },
  xlsx: {
    write: toXlsx,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const;

/** At most two are written at once, a few more wait; the rest are asked to come again. */
export const exportLimit = (): Limit => limitConcurrency({ atOnce: 2, waiting: 4, patience: 20_000 });

/**
 * Prepares the sheet and begins to write it once there is a free place, and keeps the place until it is sent or given
 * up.
 */
export const writeExport = (
  limit: Limit,
  format: ExportFormat,
  prepare: () => Promise<Sheet>,
): Promise<Download> =>
  new Promise((resolve, reject) => {
    const work = async () => {
      const { write, type } = kinds[format];
      const sheet = await prepare();
      const stream = write(sheet);
      resolve(new Download(stream, { type, name: `${sheet.fileName ?? sheet.name}.${format}` }));
      await finished(stream).catch(() => {});
    };
    limit(work).catch(reject);
  });
