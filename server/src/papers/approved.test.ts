import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { buildCertificatePaper } from '../../test/certificate-paper.ts';
import type { CertificatePaper } from './certificate-paper.ts';
import { drawCertificate, renderCertificate } from './render-certificate.ts';

/*
 * Papers as pictures and as the texts that a reader of PDF takes from them, compared with approved ones in the folder
 * `approved`. After a wanted change, delete the picture or text of the paper, run the test and look at what it wrote.
 */

const folder = path.join(import.meta.dirname, 'approved');
/** In dots per inch. */
const RESOLUTION = 40;
/** Pixels of the side of a square. */
const SQUARE = 8;
/** The average difference, out of 255, allowed in the most different square. Libraries draw edges differently. */
const TOLERANCE = 12;

const drawn = (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize(width).png().toBuffer();

const face = await drawn(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 35 45"><rect width="35" height="45" fill="#dfe9f2"/><circle cx="17.5" cy="17" r="8" fill="#e6b99a"/><path d="M9 15c0-11 17-11 17 0-4-4-12-5-17 0z" fill="#2b2320"/><path d="M3 45c0-20 29-20 29 0z" fill="#1d4e6b"/></svg>',
  413,
);
const seal = await drawn(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect x="4" y="4" width="92" height="92" fill="none" stroke="#c22a1e" stroke-width="5"/><path d="M20 20v60M32 20h16v25H32zM32 56v24M48 56v24M62 20v60M74 20h10v60H74zM62 50h20" fill="none" stroke="#c22a1e" stroke-width="6"/></svg>',
  500,
);
const logo = await drawn(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="48" fill="#0d4f5c"/><path d="M44 22h12v12h12v12H56v8H44v-8H32V34h12z" fill="#f47a20"/></svg>',
  400,
);
const background = await drawn(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210"><rect width="297" height="210" fill="#fdf6e3"/><rect x="8" y="8" width="281" height="194" fill="none" stroke="#8a2b1e" stroke-width="3"/></svg>',
  1_188,
);

const pictures = { photo: face, logo, background: null, seal };

/** Thirty-seven characters, some of which only the second design has. */
const longChinese = '𠮷堃喆㛢𤧟〇阿布都拉買買提艾力伊布拉欣王小明陳大文林怡君張三李四趙五錢六孫七';
const longEnglish = 'Abdurahmanmuhammadibrahimovichalexandrovskykonstantinopolous';
const worst = { holder: { chinese: longChinese, english: longEnglish } };

const onlyChinese: Partial<CertificatePaper> = {
  issuer: { chinese: '臺北市分會', english: null },
  title: { chinese: '證書', english: null },
  holder: { chinese: '#eval("1") <b>"王"</b>', english: null },
  holderFacts: [],
  text: { chinese: '$x$ *粗* [a]', english: null },
  date: { chinese: '中華民國 115 年 12 月 5 日', english: null },
  signer: null,
};

const papers: Record<string, Partial<CertificatePaper>> = {
  'a4-upright': { pictures },
  'a4-across': { paper: 'a4-across', pictures },
  card: { paper: 'card', pictures },
  'a4-upright-worst-name': { ...worst, pictures },
  'a4-across-background': {
    ...worst,
    paper: 'a4-across',
    pictures: { ...pictures, photo: null, background },
  },
  'card-worst-name': { ...worst, paper: 'card', pictures },
  'a4-upright-markup-as-text': onlyChinese,
  'card-without-pictures': { ...onlyChinese, paper: 'card' },
};

const drawnAs = async (overrides: Partial<CertificatePaper>): Promise<Buffer> => {
  const density = RESOLUTION * (overrides.paper === 'card' ? 2 : 1);
  const drawing = await drawCertificate(buildCertificatePaper(overrides));
  return sharp(Buffer.from(drawing), { density })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 32 })
    .toBuffer();
};

/** Returns the average difference, in shades of grey, of the square that differs most. */
const difference = async (one: Buffer, other: Buffer): Promise<number> => {
  const [first, second] = await Promise.all(
    [one, other].map((each) => sharp(each).greyscale().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!first || !second) throw new Error('two pictures are compared');
  expect([first.info.width, first.info.height]).toEqual([second.info.width, second.info.height]);
  const sums = new Map<string, number>();
  first.data.forEach((value, at) => {
    const [x, y] = [at % first.info.width, Math.floor(at / first.info.width)];
    const square = `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
    sums.set(square, (sums.get(square) ?? 0) + Math.abs(value - (second.data[at] ?? 0)));
  });
  return Math.max(...sums.values()) / SQUARE ** 2;
};

/** Returns the approved file. If there is none, stores `made` as that file and fails the test. */
const approvedAs = async (file: string, made: Buffer): Promise<Buffer> => {
  const approved = await readFile(path.join(folder, file)).catch(() => null);
  if (!approved) await writeFile(path.join(folder, file), made);
  expect(approved, `${file} is new: look at it`).not.toBeNull();
  return approved ?? made;
};

test.each(Object.entries(papers))('%s looks as approved', async (name, overrides) => {
  const picture = await drawnAs(overrides);
  expect(await difference(picture, await approvedAs(`${name}.png`, picture))).toBeLessThan(TOLERANCE);
});

const textOf = async (overrides: Partial<CertificatePaper>): Promise<string> => {
  const pdf = await renderCertificate(buildCertificatePaper(overrides));
  const { text } = await extractText(pdf);
  return text.map((page) => `${page.trim()}\n`).join('\n');
};

test.each(Object.entries(papers))('%s says what is approved', async (name, overrides) => {
  const text = await textOf(overrides);
  expect(text).toBe((await approvedAs(`${name}.txt`, Buffer.from(text))).toString());
});

test('one other character in a name is seen', async () => {
  const approved = await readFile(path.join(folder, 'a4-upright.png'));
  const changed = await drawnAs({ pictures, holder: { chinese: '林怡若', english: 'LIN, Yi-Chun' } });
  expect(await difference(changed, approved)).toBeGreaterThan(TOLERANCE);
});
