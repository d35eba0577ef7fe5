import { isCertainlyPrintable } from '../../papers/certainly-printable.ts';
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

/** Throws `certificate_glyphs` if no font has a character of the name. */
export const refuseUnprintable = async ({ chineseName, englishName }: PrintedNames): Promise<void> => {
  const names = [chineseName ?? '', englishName ?? ''];
  const certain = await Promise.all(names.map(isCertainlyPrintable));
  if (certain.every(Boolean)) return;
  await refusingGlyphs(() => renderCertificate(paperWith(chineseName ?? '', englishName ?? null)));
};
