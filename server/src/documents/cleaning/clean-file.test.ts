import { readFile } from 'node:fs/promises';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cleanFile } from './clean-file.ts';

const HOSTILE = '<script>alert(document.domain)</script>';

const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif', width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    [format]()
    .toBuffer();

const newPdf = async (change: (document: PDFDocument) => unknown = () => undefined): Promise<Buffer> => {
  const document = await PDFDocument.create();
  document.addPage().drawText('certificate');
  await change(document);
  return Buffer.from(await document.save());
};

/** An annotation on the first page that does this when it is pressed. */
const withAction = (action: Record<string, unknown>) =>
  newPdf((document) => {
    const annotation = document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 100, 100],
      A: action as never,
    });
    document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([annotation]));
  });

/** A PDF as text, for what no library writes. */
const rawPdf = (catalog: string, more = '') =>
  Buffer.from(
    `%PDF-1.4\n${more}1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\ntrailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );

/** A PNG that says that it is so wide and high. */
const hugePng = async (side: number) => {
  const png = await picture('png');
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

/** Zeros as deflate packs them, so many times 64 MB. */
const packedZeros = (times: number) => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const piece = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const whole = [Buffer.from([0x78, 0x9c]), ...Array.from({ length: times }, () => piece)];
  return deflateSync(Buffer.concat([...whole, Buffer.from([0x03, 0x00])]));
};

const refusalOf = (bytes: Uint8Array) =>
  cleanFile(bytes).then(
    ({ kind }) => kind,
    (error: Error) => error.message,
  );

describe('a document that is kept', () => {
  test.each(['jpeg', 'png'] as const)('is a %s, drawn anew as JPEG', async (format) => {
    const { kind, bytes } = await cleanFile(await picture(format));
    expect([kind, (await sharp(bytes).metadata()).format]).toEqual(['jpeg', 'jpeg']);
  });

  test('has at most 2,400 pixels on its longer side', async () => {
    const { bytes } = await cleanFile(await picture('jpeg', 3000, 1500));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2400, height: 1200 });
  });

  test('is a HEIC, drawn as JPEG', async () => {
    const { kind, bytes } = await cleanFile(
      await readFile(new URL('../../../test/documents/drawing.heic', import.meta.url)),
    );
    expect(kind).toBe('jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const middleOfCircle = (160 * 320 + 160) * 3;
    expect((data[middleOfCircle] ?? 0) > 150 && (data[middleOfCircle + 2] ?? 255) < 90).toBe(true);
  });

  test('is a PDF with its pages and its links', async () => {
    const link = { Type: 'Action', S: 'URI', URI: PDFString.of('https://portal.example') };
    const { kind, bytes } = await cleanFile(await withAction(link));
    const read = await PDFDocument.load(bytes);
    expect([kind, read.getPageCount()]).toEqual(['pdf', 1]);
    expect(read.getPage(0).node.Annots()?.size()).toBe(1);
  });

  test('is a PDF that makes its reader write thousands of warnings', async () => {
    const numbers = '99999999999999999999 '.repeat(3_000);
    expect(await refusalOf(rawPdf(`/Numbers [${numbers}]`))).toBe('pdf');
  });

  test('contains no hidden objects', async () => {
    const jpeg = Buffer.concat([await picture('jpeg'), Buffer.from(HOSTILE)]);
    const commented = rawPdf('', `%${HOSTILE}\n`);
    const archive = Buffer.from(`PK\x03\x04${HOSTILE}PK\x05\x06`);
    const withArchive = Buffer.concat([await newPdf(), archive, Buffer.from('\n%%EOF')]);
    for (const bytes of [jpeg, commented, withArchive]) {
      expect(bytes.includes(HOSTILE)).toBe(true);
      const kept = Buffer.from((await cleanFile(bytes)).bytes);
      expect([kept.includes('alert'), kept.includes('PK\x05\x06')]).toEqual([false, false]);
    }
  });
});

describe('a PDF that does more than show pages is refused', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a script of the document', () => newPdf((document) => document.addJavaScript('main', 'app.alert(1)'))],
    ['a file attached', () => newPdf((document) => document.attach(Buffer.from('MZ'), 'virus.exe'))],
    ['a script at a press', () => withAction({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })],
    ['a program to start', () => withAction({ S: 'Launch', F: PDFString.of('cmd.exe') })],
    ['a form to send', () => withAction({ S: 'SubmitForm', F: PDFString.of('https://evil.example') })],
    [
      'an action behind an action',
      () => withAction({ S: 'URI', URI: PDFString.of('x'), Next: { S: 'Launch', F: PDFString.of('x') } }),
    ],
    ['a script at the trainingClass', () => rawPdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
    [
      'a script in disguised names',
      () => rawPdf('/OpenAction << /S /J#61vaScr#69pt /#4aS (app.alert(1)) >>'),
    ],
    ['a form of XFA', () => rawPdf('/AcroForm << /XFA (x) /Fields [] >>')],
  ])('%s', async (_, make) => {
    expect(await refusalOf(await make())).toBe('document_active');
  });

  test('with a password', async () => {
    const locked = await newPdf((document) => document.encrypt({ userPassword: 'x', ownerPassword: 'y' }));
    const limited = await newPdf((document) => document.encrypt({ ownerPassword: 'y' }));
    expect([await refusalOf(locked), await refusalOf(limited)]).toEqual([
      'document_encrypted',
      'document_encrypted',
    ]);
  });
});

describe('a file of another type is refused', () => {
  const text = (content: string) => async () => Buffer.from(content);
  test.each<[string, () => Promise<Buffer>, string]>([
    ['HTML', text(`<!doctype html>${HOSTILE}`), 'document_kind'],
    ['HTML before a PDF', async () => Buffer.concat([Buffer.from(HOSTILE), await newPdf()]), 'document_kind'],
    ['SVG', text(`<svg xmlns="http://www.w3.org/2000/svg">${HOSTILE}</svg>`), 'document_kind'],
    ['a GIF', () => picture('gif'), 'document_kind'],
    ['a WebP', () => picture('webp'), 'document_kind'],
    ['an archive', text('PK\x03\x04'), 'document_kind'],
    ['a program', text('MZ\x90'), 'document_kind'],
    ['a single byte', text('x'), 'document_kind'],
    ['the head of a PDF', text('%PDF-1.7\n'), 'document_damaged'],
    ['a PDF whose end is cut', async () => (await newPdf()).subarray(0, -6), 'document_damaged'],
    ['a PDF without an object', text('%PDF-1.7\n%%EOF'), 'document_damaged'],
    ['a PDF without a page', async () => rawPdf('').subarray(0, 20), 'document_damaged'],
    ['a PDF of noise', text(`%PDF-1.7\n${'[<<('.repeat(100_000)}\n%%EOF`), 'document_damaged'],
    ['a JPEG that is cut', async () => (await picture('jpeg')).subarray(0, 900), 'document_damaged'],
    ['the head of a PNG', async () => (await picture('png')).subarray(0, 40), 'document_damaged'],
    ['the head of a HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'document_damaged'],
    ['a PNG of 400 megapixels', () => hugePng(20_000), 'document_too_many_pixels'],
  ])('%s', async (_, make, refusal) => {
    expect(await refusalOf(await make())).toBe(refusal);
  });
});

test('a PDF that unpacks to gigabytes takes none of this process’s memory', async () => {
  const packed = packedZeros(64);
  const head = `%PDF-1.5\n4 0 obj\n<< /Type /ObjStm /N 1 /First 10 /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n`;
  const bomb = Buffer.concat([
    Buffer.from(head),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
    rawPdf('').subarray(9),
  ]);
  const before = process.memoryUsage().rss;
  expect(await refusalOf(bomb)).toBe('document_damaged');
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});
