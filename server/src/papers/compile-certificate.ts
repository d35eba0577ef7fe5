import { createHash } from 'node:crypto';
import path from 'node:path';
import type { CertificatePaper } from './certificate-paper.ts';
import { qrPicture } from './qr-picture.ts';
import { certificateDesigns, evictUnused, missingCharacters, openCompiler, templates } from './typst.ts';

/* Compiles certificates. It runs in the worker of `render-paper.ts`. */

type Made<T> = T | { readonly missing: readonly string[] };

/** Typst prints nothing for them, so a name could look like another one. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(textsOf);
};

const invisibleIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text]).filter((each) => each !== '\n' && INVISIBLE.test(each))),
];

/** Hands the picture to Typst and returns its path. Its content is its name: Typst caches by path. */
const addPicture = (bytes: Uint8Array | null): string | null => {
  if (!bytes) return null;
  const name = createHash('sha256').update(bytes).digest('hex');
  const extension = bytes[0] === 0xff ? 'jpg' : 'png';
  openCompiler().mapShadow(path.join(templates, 'pictures', `${name}.${extension}`), Buffer.from(bytes));
  return `/pictures/${name}.${extension}`;
};

const pageOf = ({ pictures, qr, ...paper }: CertificatePaper) => ({
  ...paper,
  qr: { drawing: qrPicture(qr.url), caption: qr.caption },
  pictures: Object.fromEntries(Object.entries(pictures).map(([kind, bytes]) => [kind, addPicture(bytes)])),
});

/** The design of each text that is not printed in the first one. */
type Fonts = Map<string, number>;

const advance = (fonts: Fonts, texts: readonly string[], missing: readonly string[]): boolean => {
  const affected = texts.filter((text) => missing.some((each) => text.includes(each)));
  for (const text of affected) fonts.set(text, (fonts.get(text) ?? 0) + 1);
  return affected.length > 0 && affected.every((text) => (fonts.get(text) ?? 0) < certificateDesigns.length);
};

/** Tries the next design for the whole of each text that has a character without a glyph. */
const withDesigns = <T>(texts: readonly string[], render: (fonts: Fonts) => T): Made<T> => {
  const fonts: Fonts = new Map();
  const seen: string[][] = [];
  for (;;) {
    try {
      return render(fonts);
    } catch (error) {
      const missing = missingCharacters(String(error));
      if (missing.length === 0) throw error;
      seen.push(missing);
      if (advance(fonts, texts, missing)) continue;
      // If each design has some of the characters, those of the first attempt stop the paper.
      const nowhere = missing.filter((each) => seen.every((some) => some.includes(each)));
      return { missing: nowhere.length > 0 ? nowhere : (seen[0] ?? missing) };
    }
  }
};

const mainFilePath = path.join(templates, 'certificate.typ');

/** `paper` has decoded pictures. */
const compile = <T>(paper: CertificatePaper, render: (document: Document) => T): Made<T> => {
  const { qr, ...rest } = paper;
  const texts = [...new Set(textsOf({ ...rest, caption: qr.caption }))];
  const missing = invisibleIn(texts);
  if (missing.length > 0) return { missing };
  const page = pageOf(paper);
  try {
    return withDesigns(texts, (fonts) => {
      const data = { page, designs: certificateDesigns, fonts: Object.fromEntries(fonts) };
      return render({ mainFilePath, inputs: { data: JSON.stringify(data) } });
    });
  } finally {
    openCompiler().resetShadow();
    evictUnused();
  }
};

interface Document {
  readonly mainFilePath: string;
  readonly inputs: Record<string, string>;
}

/** The characters that no font has, or the PDF. */
export const compileCertificate = (paper: CertificatePaper): Made<{ readonly pdf: Uint8Array }> =>
  compile(paper, (document) => {
    // The compiler changes what it is given.
    const pdf = openCompiler().pdf({ ...document }, { pdfStandard: 'a-2b' });
    return { pdf: Uint8Array.from(pdf) };
  });

/** Makes an SVG drawing of all pages, one below the other. */
export const drawCertificate = (paper: CertificatePaper): Made<{ readonly svg: string }> =>
  compile(paper, (document) => {
    // Only the export of a PDF says which characters are missing.
    openCompiler().pdf({ ...document }, { pdfStandard: 'a-2b' });
    return { svg: openCompiler().plainSvg({ ...document }) };
  });
