import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/* Compiles papers. It runs in the worker of `render-paper.ts`. */

const folder = path.join(import.meta.dirname, 'templates');
const fonts = path.dirname(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-tc/package.json')),
);

const fontPaths = ['400Regular', '700Bold'].map((weight) => path.join(fonts, weight));

let compiler: NodeCompiler | null = null;

const open = (): NodeCompiler => {
  compiler ??= NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });
  return compiler;
};

/** PDF/A refuses characters that no font has. Empty for other errors. */
const missingIn = (message: string): string[] => {
  const named = message.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/gu);
  return [...named].flatMap(([, text = '']) => [...text]);
};

const LOST = '〓';

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const LOST_MOST = 200;

const render = (template: string, data: string, lost: readonly string[]): Buffer => {
  const inputs = { data, lost: lost.map(codeOf).join('、') };
  const mainFilePath = path.join(folder, `${template}.typ`);
  return open().pdf({ mainFilePath, inputs }, { pdfStandard: 'a-2b' });
};

interface Paper {
  readonly pdf: Uint8Array;
  readonly lost: readonly string[];
}

const renderWithout = (template: string, data: string, lost: readonly string[]): Paper => {
  try {
    return { pdf: Uint8Array.from(render(template, data, lost)), lost };
  } catch (error) {
    const missing = missingIn(String(error)).filter((character) => data.includes(character));
    if (missing.length === 0 || lost.length >= LOST_MOST) throw error;
    const shown = missing.reduce((text, character) => text.replaceAll(character, LOST), data);
    return renderWithout(template, shown, [...new Set([...lost, ...missing])]);
  }
};

/** Characters that no font has are replaced, and named in the footer. */
export const compilePaper = (template: string, data: unknown): Paper => {
  try {
    return renderWithout(template, JSON.stringify(data), []);
  } finally {
    open().evictCache(10);
  }
};
