import { open } from 'node:fs/promises';
import { findTable } from './font-table.ts';

/* The characters for which a font has a glyph, from its table `cmap`: https://learn.microsoft.com/typography/opentype/spec/cmap */

/** Longer than the list of tables of any font. */
const HEAD_LENGTH = 4096;
const WINDOWS = 3;
const ALL_OF_UNICODE = 10;
const SEGMENTED_COVERAGE = 12;

const readPart = async (file: string, parts: (head: Buffer) => { start: number; length: number }) => {
  const handle = await open(file);
  try {
    const { buffer: head } = await handle.read(Buffer.alloc(HEAD_LENGTH), 0, HEAD_LENGTH, 0);
    const { start, length } = parts(head);
    return (await handle.read(Buffer.alloc(length), 0, length, start)).buffer;
  } finally {
    await handle.close();
  }
};

const findCoverage = (cmap: Buffer): number | undefined => {
  const count = cmap.readUInt16BE(2);
  const records = Array.from({ length: count }, (_, at) => 4 + at * 8);
  const record = records.find(
    (at) => cmap.readUInt16BE(at) === WINDOWS && cmap.readUInt16BE(at + 2) === ALL_OF_UNICODE,
  );
  const start = record === undefined ? undefined : cmap.readUInt32BE(record + 4);
  return start !== undefined && cmap.readUInt16BE(start) === SEGMENTED_COVERAGE ? start : undefined;
};

/** Empty if the font says it in another way. */
export const fontCharacters = async (file: string): Promise<ReadonlySet<number>> => {
  const cmap = await readPart(file, (head) => findTable(head, 'cmap') ?? { start: 0, length: 0 });
  const characters = new Set<number>();
  const coverage = cmap.length === 0 ? undefined : findCoverage(cmap);
  if (coverage === undefined) return characters;
  const count = cmap.readUInt32BE(coverage + 12);
  for (let at = coverage + 16, end = at + count * 12; at < end; at += 12) {
    const [first, last, glyph] = [
      cmap.readUInt32BE(at),
      cmap.readUInt32BE(at + 4),
      cmap.readUInt32BE(at + 8),
    ];
    for (let code = first; code <= last; code += 1) if (glyph + code - first !== 0) characters.add(code);
  }
  return characters;
};
