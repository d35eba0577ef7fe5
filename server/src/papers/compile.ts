import path from 'node:path';
import { codePoint } from './code-point.ts';
import { evictUnused, missingCharacters, openCompiler, templates } from './typst.ts';

/* Compiles papers of classes. It runs in the worker of `render-paper.ts`. */

const MISSING_CHARACTER_SIGN = '〓';

const MAX_MISSING_CHARACTERS = 200;

const render = (template: string, data: string, lost: readonly string[]): Buffer => {
  const inputs = { data, lost: lost.map(codePoint).join('、') };
  const mainFilePath = path.join(templates, `${template}.typ`);
  return openCompiler().pdf({ mainFilePath, inputs }, { pdfStandard: 'a-2b' });
};

interface Paper {
  readonly pdf: Uint8Array;
  readonly lost: readonly string[];
}

const renderWithout = (template: string, data: string, lost: readonly string[]): Paper => {
  try {
    return { pdf: Uint8Array.from(render(template, data, lost)), lost };
  } catch (error) {
    const missing = missingCharacters(String(error)).filter((character) => data.includes(character));
    if (missing.length === 0 || lost.length >= MAX_MISSING_CHARACTERS) throw error;
    const shown = missing.reduce(
      (text, character) => text.replaceAll(character, MISSING_CHARACTER_SIGN),
      data,
    );
    return renderWithout(template, shown, [...new Set([...lost, ...missing])]);
  }
};

/** Characters that no font has are replaced, and named in the footer. */
export const compilePaper = (template: string, data: unknown): Paper => {
  try {
    return renderWithout(template, JSON.stringify(data), []);
  } finally {
    evictUnused();
  }
};
