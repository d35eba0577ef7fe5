import { expect, test } from 'vitest';
import { buildCertificatePaper } from '../../test/certificate-paper.ts';
import { isCertainlyPrintable } from './certainly-printable.ts';
import { renderCertificate } from './render-certificate.ts';

const ideographs = Array.from({ length: 0x9fff - 0x4e00 + 1 }, (_, n) => String.fromCodePoint(0x4e00 + n));

const plain = Array.from({ length: 0x7e - 0x20 + 1 }, (_, n) => String.fromCodePoint(0x20 + n));

/** A string of a PDF has a limit. */
const PIECE = 5_000;

test('Typst prints each text that is said to be printable, in both weights', async () => {
  const known: string[] = [];
  for (const each of [...plain, ...ideographs]) if (await isCertainlyPrintable(each)) known.push(each);
  expect(known.length).toBeGreaterThan(15_000);
  for (let from = 0; from < known.length; from += PIECE) {
    const piece = { chinese: known.slice(from, from + PIECE).join(''), english: null };
    const paper = buildCertificatePaper({ title: piece, text: piece, holder: piece });
    expect((await renderCertificate(paper)).length).toBeGreaterThan(0);
  }
});

test.each([
  ['common characters', '林怡君', true],
  ['Latin letters', "O'BRIEN, SEAN-PAUL", true],
  ['a character of the second design', '王\u3400', false],
  ['an emoji', '王😀', false],
  ['an invisible character', '王\u200b', false],
  ['a line break', '王\n明', false],
  ['a mark that joins the letter before it', 'e\u0301', false],
  ['a compatibility character', '\uf900', false],
])('%s', async (_, text, expected) => {
  expect(await isCertainlyPrintable(text)).toBe(expected);
});
