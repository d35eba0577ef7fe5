import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { buildCertificatePaper } from '../../test/certificate-paper.ts';
import { bindPapers, layOutCards } from './bind-papers.ts';
import { MissingGlyphs, renderCertificate } from './render-certificate.ts';

const pagesOf = async (pdf: Uint8Array): Promise<string[]> =>
  (await PDFDocument.load(pdf))
    .getPages()
    .map((page) =>
      [page.getWidth(), page.getHeight()].map((points) => Math.round(points / (72 / 25.4))).join(' × '),
    );

const card = await renderCertificate(buildCertificatePaper({ paper: 'card' }));
const upright = await renderCertificate(buildCertificatePaper());
const across = await renderCertificate(buildCertificatePaper({ paper: 'a4-across' }));

test('an A4 certificate has one page, a card two, and a class those of each person in their order', async () => {
  expect(await pagesOf(upright)).toEqual(['210 × 297']);
  expect(await pagesOf(card)).toEqual(['86 × 54', '86 × 54']);
  expect(await pagesOf(await bindPapers([upright, across, upright]))).toEqual([
    '210 × 297',
    '297 × 210',
    '210 × 297',
  ]);
});

test('nine cards take two sheets with two sides', async () => {
  expect(await pagesOf(await layOutCards(Array.from({ length: 9 }, () => card)))).toEqual(
    Array.from({ length: 4 }, () => '210 × 297'),
  );
});

test.each([
  ['a character that no font has', '王😀明', ['😀']],
  ['a private-use character', '王\u{e000}', ['\u{e000}']],
  ['an invisible character', '王\u200b明', ['\u200b']],
  ['a character that turns the text around', 'abc\u202edef', ['\u202e']],
])('%s stops a certificate and is named', async (_, chinese, characters) => {
  const paper = buildCertificatePaper({ holder: { chinese, english: null } });
  const failure = await renderCertificate(paper).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MissingGlyphs);
  expect(failure).toMatchObject({ characters });
});
