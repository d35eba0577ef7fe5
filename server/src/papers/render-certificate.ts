import type { CertificatePaper } from './certificate-paper.ts';
import { codePoint } from './code-point.ts';
import { decodePictures } from './decode-pictures.ts';
import { runPaperWorker } from './render-paper.ts';

/** Characters that cannot be printed: no font has them, or they are invisible. */
export class MissingGlyphs extends Error {
  readonly characters: readonly string[];

  constructor(characters: readonly string[]) {
    super(`no glyph for ${characters.map(codePoint).join(', ')}`);
    this.name = 'MissingGlyphs';
    this.characters = characters;
  }
}

type Template = 'certificate' | 'card-sheet';

const render = async (template: Template, papers: readonly CertificatePaper[]): Promise<Uint8Array> => {
  const prepared = await decodePictures(papers);
  const made = await runPaperWorker('certificates', { template, papers: prepared });
  if ('missing' in made) throw new MissingGlyphs(made.missing);
  return made.pdf;
};

/** PDF/A-2b. A card has two pages: front and back. Throws `MissingGlyphs`. */
export const renderCertificate = (paper: CertificatePaper): Promise<Uint8Array> =>
  render('certificate', [paper]);

/** One document in the order of `papers`, for printing a class. Throws `MissingGlyphs` for the whole of it. */
export const renderCertificates = (papers: readonly CertificatePaper[]): Promise<Uint8Array> =>
  render('certificate', papers);

/**
 * Cards eight to a sheet of A4 with cut marks. After each sheet of fronts its backs follow in mirrored columns, for printing on
 * both sides turned over the long edge.
 */
export const renderCardSheet = (cards: readonly CertificatePaper[]): Promise<Uint8Array> =>
  render('card-sheet', cards);

/** An SVG drawing of the pages, one below the other. Throws `MissingGlyphs`. */
export const drawCertificate = async (paper: CertificatePaper): Promise<string> => {
  const papers = await decodePictures([paper]);
  const made = await runPaperWorker('drawing', { template: 'certificate', papers });
  if ('missing' in made) throw new MissingGlyphs(made.missing);
  return made.svg;
};
