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

/** PDF/A-2b. A card has two pages: front and back. Throws `MissingGlyphs`. */
export const renderCertificate = async (paper: CertificatePaper): Promise<Uint8Array> => {
  const made = await runPaperWorker('certificate', await decodePictures(paper));
  if ('missing' in made) throw new MissingGlyphs(made.missing);
  return made.pdf;
};

/** An SVG drawing of the pages, one below the other. Throws `MissingGlyphs`. */
export const drawCertificate = async (paper: CertificatePaper): Promise<string> => {
  const made = await runPaperWorker('drawing', await decodePictures(paper));
  if ('missing' in made) throw new MissingGlyphs(made.missing);
  return made.svg;
};
