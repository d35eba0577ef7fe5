import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFamilies } from './font-families.ts';
import { packagedFolders } from './packaged-fonts.ts';

/* The compiler and its fonts. */

export const templates = path.join(import.meta.dirname, 'templates');

/** Further fonts of the operator, checked at the start of the server. */
const furtherFolder = process.env.FONTS_DIR;

/**
 * Designs of certificates, the best first. A text is printed in the first design that has all its characters. The fonts of
 * `FONTS_DIR` are one design, because a font for rare characters belongs to one for common ones.
 */
export const certificateDesigns: readonly (readonly string[])[] = [
  ['Noto Serif TC'],
  ['Cactus Classical Serif'],
  ...(furtherFolder ? [fontFamilies(furtherFolder)] : []),
];

let compiler: NodeCompiler | null = null;

export const openCompiler = (): NodeCompiler => {
  const fontPaths = furtherFolder ? [...packagedFolders, furtherFolder] : [...packagedFolders];
  compiler ??= NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths }] });
  return compiler;
};

/** In compilations. Papers of a class reuse what the one before them has computed. */
const UNUSED_COMPILATIONS = 2;

/** Call it after each compilation: the compiler keeps what it has computed. */
export const evictUnused = (): void => {
  openCompiler().evictCache(UNUSED_COMPILATIONS);
};

/** PDF/A refuses characters that no font has. Empty for other errors. */
export const missingCharacters = (message: string): string[] => {
  const named = message.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/gu);
  const texts = [...named].map(([, text = '']) =>
    text.replace(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  );
  return [...new Set(texts.flatMap((text) => [...text]))];
};
