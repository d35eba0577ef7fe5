import { expect, test } from 'vitest';
import { buildCertificatePaper } from '../../test/certificate-paper.ts';
import {
  MissingGlyphs,
  renderCardSheet,
  renderCertificate,
  renderCertificates,
} from './render-certificate.ts';

const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const card = buildCertificatePaper({ paper: 'card' });

test('an A4 certificate has one page, a card two, and a class has those of each person', async () => {
  expect(pagesOf(await renderCertificate(buildCertificatePaper()))).toBe(1);
  expect(pagesOf(await renderCertificate(card))).toBe(2);
  expect(pagesOf(await renderCertificates([buildCertificatePaper(), card, buildCertificatePaper()]))).toBe(4);
});

test('nine cards take two sheets with two sides', async () => {
  expect(pagesOf(await renderCardSheet(Array.from({ length: 9 }, () => card)))).toBe(4);
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
