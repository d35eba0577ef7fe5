import type { CertificatePaper } from '../../papers/certificate-paper.ts';
import { codePoint } from '../../papers/code-point.ts';
import { MissingGlyphs, renderCertificate } from '../../papers/render-certificate.ts';
import { Refusal } from '../../platform/errors.ts';

export interface PrintedNames {
  readonly chineseName?: string | null;
  readonly englishName?: string | null;
}

const none = { chinese: '', english: null };

/** Only the name: the texts of layouts are checked when they are saved. */
const paperWith = (chinese: string, english: string | null): CertificatePaper => ({
  ...{ paper: 'card', issuer: none, title: none, heading: '', text: none, date: none, signer: null },
  ...{ facts: [], holderFacts: [], backFacts: [] },
  holder: { chinese, english },
  qr: { url: 'https://preview.invalid/v/', caption: none },
  pictures: { photo: null, logo: null, background: null, seal: null },
});

/** Turns characters that no font has into the refusal that names them. */
export const refusingGlyphs = async <T>(render: () => Promise<T>): Promise<T> => {
  try {
    return await render();
  } catch (error) {
    if (!(error instanceof MissingGlyphs)) throw error;
    const characters = error.characters.join('、');
    const codes = error.characters.map(codePoint).join('、');
    throw new Refusal('certificate_glyphs', { values: { characters, codes } });
  }
};

/** Latin letters, digits and common signs: every font has them. */
const PLAIN = /^[\x20-\x7e]*$/;

const KNOWN_LIMIT = 5_000;

/** Names that papers can print: rendering one takes ten milliseconds, and the fonts stay the same while a server runs. */
const printable = new Set<string>();

const remember = (name: string): void => {
  if (printable.size >= KNOWN_LIMIT) printable.clear();
  printable.add(name);
};

/** Throws `certificate_glyphs` if no font has a character of the name. */
export const refuseUnprintable = async ({ chineseName, englishName }: PrintedNames): Promise<void> => {
  const names = [chineseName ?? '', englishName ?? ''];
  if (names.every((name) => PLAIN.test(name))) return;
  const name = JSON.stringify(names);
  if (printable.has(name)) return;
  await refusingGlyphs(() => renderCertificate(paperWith(chineseName ?? '', englishName ?? null)));
  remember(name);
};
