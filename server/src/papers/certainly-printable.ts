import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fontCharacters } from './font-characters.ts';
import { firstDesignFolders } from './packaged-fonts.ts';

/** Each of them is drawn by one glyph, whatever stands beside it. */
const STANDS_ALONE = /^[\x20-\x7e\p{Unified_Ideograph}]*$/u;

const fontsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => path.join(folder, name));

const readCharacters = async (): Promise<ReadonlySet<number>> => {
  const [first = new Set<number>(), ...others] = await Promise.all(
    firstDesignFolders.flatMap(fontsIn).map(fontCharacters),
  );
  return others.reduce((common, characters) => common.intersection(characters), first);
};

let known: Promise<ReadonlySet<number>> | undefined;

const findKnown = (): Promise<ReadonlySet<number>> => {
  known ??= readCharacters();
  known.catch(() => {
    known = undefined;
  });
  return known;
};

/** Whether the first design of certificates prints the whole text. If not, only Typst knows whether another one does. */
export const isCertainlyPrintable = async (text: string): Promise<boolean> => {
  if (!STANDS_ALONE.test(text)) return false;
  const characters = await findKnown();
  return [...text].every((character) => characters.has(character.codePointAt(0) ?? 0));
};
