import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/* A paper as PDF by Typst. Runs in a worker: `render-paper.ts`. */

const folder = path.join(import.meta.dirname, 'templates');
const fonts = path.dirname(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-tc/package.json')),
);

/** The weights that the templates use. */
const fontPaths = ['400Regular', '700Bold'].map((weight) => path.join(fonts, weight));

export type PaperAnswer = { readonly pdf: Uint8Array } | { readonly missing: string };

let compiler: NodeCompiler | null = null;

const open = (): NodeCompiler => {
  compiler ??= NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });
  return compiler;
};

/** PDF/A refuses characters that no font has, and names them; null for another fault. */
const missingIn = (message: string): string | null => {
  const named = message.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/gu);
  const characters = new Set([...named].map(([, text]) => text));
  return characters.size === 0 ? null : [...characters].join('、');
};

/** The paper of that template with these data. `missing`: characters that no font has. */
export const compilePaper = (template: string, data: unknown): PaperAnswer => {
  const typst = open();
  try {
    const pdf = typst.pdf(
      { mainFilePath: path.join(folder, `${template}.typ`), inputs: { data: JSON.stringify(data) } },
      { pdfStandard: 'a-2b' },
    );
    return { pdf: Uint8Array.from(pdf) };
  } catch (error) {
    const missing = missingIn(String(error));
    if (missing === null) throw error;
    return { missing };
  } finally {
    typst.evictCache(10);
  }
};
