import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findTable } from './font-table.ts';

/* The families of the fonts in a folder. Typst finds fonts by family. */

const WINDOWS = 3;
const FAMILY = 1;
const TYPOGRAPHIC_FAMILY = 16;
const AMERICAN = 0x409;

/** The family name in a TTF or OTF file. */
const familyOf = (font: Buffer): string | undefined => {
  const start = findTable(font, 'name')?.start;
  if (start === undefined) return undefined;
  const texts = start + font.readUInt16BE(start + 4);
  const names = Array.from({ length: font.readUInt16BE(start + 2) }, (_, at) => {
    const record = start + 6 + at * 12;
    const [platform, , language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((each) =>
      font.readUInt16BE(record + each),
    ) as [number, number, number, number, number, number];
    const from = texts + offset;
    return { platform, language, id, bytes: font.subarray(from, from + length) };
  }).filter(({ platform, language }) => platform === WINDOWS && language === AMERICAN);
  const found = names.find(({ id }) => id === TYPOGRAPHIC_FAMILY) ?? names.find(({ id }) => id === FAMILY);
  return found && Buffer.from(found.bytes).swap16().toString('utf16le');
};

const isFont = (name: string): boolean => /\.(ttf|otf)$/i.test(name);

/** Returns the families in the order of the files' names. */
export const fontFamilies = (folder: string): string[] => {
  const files = readdirSync(folder).filter(isFont).toSorted();
  const found = files.map((name) => familyOf(readFileSync(path.join(folder, name))));
  return [...new Set(found.filter((family) => family !== undefined))];
};
