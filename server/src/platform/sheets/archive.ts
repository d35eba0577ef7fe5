import { type Entry, fromBufferPromise } from 'yauzl';
import { createMarkupMeter } from './markup-meter.ts';
import { Unreadable } from './unreadable.ts';

/** The most bytes of all parts of a workbook after unpacking, times `scale`. */
const UNPACKED_BYTES = 20 * 1024 * 1024;
/** Bytes of a tag or a text in a workbook. The longest cell needs less; a reader holds a longer one in memory. */
const TAG_BYTES = 256 * 1024;
/** The most tags in a part that is not a sheet, times `scale`. */
const MAX_TAGS = 500_000;
const MAX_PARTS = 500;
/** Rows with a cell beyond column ZZ. */
const MAX_FAR_ROWS = 200;

/** A ZIP whose parts are XML. */
export interface Archive {
  /** The bytes of a part after unpacking; 0 if it has no such part. */
  readonly sizeOf: (name: string) => number;
  /** Unpacks a part; nothing if it has no such part. */
  readonly read: (name: string) => AsyncIterable<Buffer>;
}

const open = async (bytes: Buffer) => {
  const zip = await fromBufferPromise(bytes);
  const entries = new Map<string, Entry>();
  let parts = 0;
  for await (const entry of zip.eachEntry()) {
    parts += 1;
    if (entry.isEncrypted()) throw new Unreadable('protected');
    if (parts > MAX_PARTS) throw new Unreadable('unreadable');
    entries.set(entry.fileName, entry);
  }
  const read = async function* (name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry) return;
    for await (const part of await zip.openReadStreamPromise(entry)) yield part as Buffer;
  };
  return { entries, read, sizeOf: (name: string) => entries.get(name)?.uncompressedSize ?? 0 };
};

const refuseMarkup = (name: string, scale: number): ((part: Buffer) => void) => {
  const measure = createMarkupMeter();
  const most = name.startsWith('xl/worksheets/') ? Number.POSITIVE_INFINITY : MAX_TAGS * scale;
  return (part) => {
    const { unfinished, tags, farRows } = measure(part);
    if (unfinished > TAG_BYTES || tags > most || farRows > MAX_FAR_ROWS) throw new Unreadable('unreadable');
  };
};

/** Unpacks everything once and refuses bombs. Counts the bytes while unpacking, because the declared sizes may be wrong. */
export const openArchive = async (bytes: Buffer, scale = 1): Promise<Archive> => {
  const { entries, read, sizeOf } = await open(bytes);
  const mostBytes = UNPACKED_BYTES * scale;
  const declared = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (declared > mostBytes) throw new Unreadable('unreadable');
  let unpacked = 0;
  for (const name of entries.keys()) {
    const check = refuseMarkup(name, scale);
    for await (const part of read(name)) {
      unpacked += part.length;
      if (unpacked > mostBytes) throw new Unreadable('unreadable');
      check(part);
    }
  }
  return { read, sizeOf };
};
