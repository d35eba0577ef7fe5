import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { refusals } from '@portal/contract/errors';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { Refusal, refusalText } from '../../platform/errors.ts';
import { cleanAttachment } from './clean-attachment.ts';

const zipOf = async (contents: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const file = new ZipFile();
  const parts = Object.entries(contents);
  // Packing thousands of files would cost more than all the tests.
  const compress = parts.length < 100;
  for (const [name, content] of parts) file.addBuffer(Buffer.from(content), name, { compress });
  file.end();
  return buffer(file.outputStream);
};

const zip = (...names: string[]): Promise<Buffer> =>
  zipOf(Object.fromEntries(names.map((name) => [name, '<x/>'])));

/** Changes the entry of the first file in the archive’s directory. */
const withEntry = (archive: Buffer, change: (entry: Buffer) => unknown): Buffer => {
  const changed = Buffer.from(archive);
  change(changed.subarray(changed.indexOf('PK\u0001\u0002')));
  return changed;
};

const DOCUMENT = { '[Content_Types].xml': '<x/>', 'word/document.xml': '<x/>' };

const XML = Buffer.byteLength('<x/>');
/** A document of two parts that unpack to so many bytes, as it declares. */
const unpackingTo = (bytes: number) => withEntry(docx, (entry) => entry.writeUInt32LE(bytes - XML, 24));
const encrypted = () => withEntry(docx, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8));

const withParts = (count: number) =>
  zip(
    '[Content_Types].xml',
    'word/document.xml',
    ...Array.from({ length: count - 2 }, (_, at) => `word/media/${at}.png`),
  );

const HALF_GIGABYTE = 500 * 1024 * 1024;
const HALF_MEGABYTE = 512 * 1024;
const docx = await zip('[Content_Types].xml', 'word/document.xml');
const pdf = async () => {
  const document = await PDFDocument.create();
  document.addPage();
  return document.save();
};

const jpeg = await sharp({ create: { width: 50, height: 40, channels: 3, background: '#0a4a53' } })
  .withExif({ IFD0: { Copyright: 'a camera' } })
  .jpeg()
  .toBuffer();

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const related = (type: string, target: string): string =>
  `<Relationships><Relationship Id="rId1" Type="${RELATIONSHIPS}/${type}" Target="${target}" TargetMode="External"/></Relationships>`;

/** A document whose settings have these relationships. */
const settingsWith = (relationships: string | Buffer, name = 'word/_rels/settings.xml.rels') =>
  zipOf({ ...DOCUMENT, [name]: relationships });
/** Relationships of so many bytes. */
const relationshipsOf = (bytes: number): string => '<Relationships/>'.padEnd(bytes);

const templateOf = (href: string) =>
  zipOf({
    'content.xml': '<text:a xlink:href="https://example.org/"/>',
    'META-INF/manifest.xml': '<x/>',
    'meta.xml': `<meta:template xlink:type="simple" xlink:href="${href}"/>`,
  });

const kept: [name: string, bytes: Uint8Array][] = [
  ['簡章.docx', docx],
  ['名冊.xlsx', await zip('[Content_Types].xml', 'xl/workbook.xml')],
  ['講義.PPTX', await zip('[Content_Types].xml', 'ppt/presentation.xml', 'ppt/media/image1.png')],
  ['簡章.odt', await zip('mimetype', 'content.xml', 'META-INF/manifest.xml')],
  ['名單.csv', Buffer.from('\ufeff姓名,電話\n王小明,=1+1\n')],
  ['五千個零件.docx', await withParts(5_000)],
  ['五百 MB.docx', unpackingTo(HALF_GIGABYTE)],
  ['連結.docx', await settingsWith(related('hyperlink', 'https://example.org/?a=1&amp;b=2'))],
  ['範本.docx', await settingsWith(related('attachedTemplate', 'file:///C:\\Users\\a\\Normal.dotm'))],
  ['同資料夾.docx', await settingsWith(related('attachedTemplate', 'Normal.dotm'))],
  ['範本.odt', await templateOf('../templates/a.ott')],
  ['沒有這個字.docx', await settingsWith(related('attachedTemplate', '&#x110000;.dotm'))],
  ['許多關聯.docx', await settingsWith(relationshipsOf(HALF_MEGABYTE))],
  ['說明.txt', Buffer.from([0xb4, 0xfa, 0xb8, 0xd5])],
];

describe('stored files', () => {
  test.each(kept)('%s, as it is', async (name, bytes) => {
    const extension = name.split('.').at(-1)?.toLowerCase();
    expect(await cleanAttachment(name, bytes)).toEqual({ extension, bytes });
  });

  test('a PDF, written anew', async () => {
    const { extension, bytes } = await cleanAttachment('簡章.pdf', await pdf());
    expect([extension, Buffer.from(bytes.subarray(0, 5)).toString()]).toEqual(['pdf', '%PDF-']);
  });

  test.each([
    ['海報.png', () => sharp(jpeg).png().toBuffer()],
    ['海報.heic', () => readFile(new URL('../../../test/documents/drawing.heic', import.meta.url))],
  ])('%s, as JPEG', async (name, read) => {
    const { extension, bytes } = await cleanAttachment(name, await read());
    expect([extension, (await sharp(bytes).metadata()).format]).toEqual(['jpg', 'jpeg']);
  });

  test('a picture, as JPEG without metadata', async () => {
    const { extension, bytes } = await cleanAttachment('海報.jpeg', jpeg);
    const { format, exif } = await sharp(bytes).metadata();
    expect([extension, format, exif]).toEqual(['jpg', 'jpeg', undefined]);
  });
});

const text = (code: keyof typeof refusals, name = '') => refusals[code].text.replace('{name}', name);

type Refused = [what: string, name: string, bytes: Uint8Array, answer: string];

const refused: Refused[] = [
  ['a program', 'setup.exe', Buffer.from('MZ\u0090'), text('attachment_kind')],
  ['a page', 'a.html', Buffer.from('<html>'), text('attachment_kind')],
  ['an SVG', 'a.svg', Buffer.from('<svg/>'), text('attachment_kind')],
  ['an archive', 'a.zip', docx, text('attachment_kind')],
  ['a file without extension', 'a', docx, text('attachment_kind')],
  ['two extensions', 'a.pdf.exe', await pdf(), text('attachment_kind')],
  ['an old Word file', 'a.doc', Buffer.from('d0cf11e0a1b11ae100', 'hex'), text('attachment_old_office')],
  [
    'an old Excel file by a new name',
    'a.xlsx',
    Buffer.from('d0cf11e0a1b11ae100', 'hex'),
    text('attachment_old_office'),
  ],
  [
    'a program by a PDF’s name',
    'a.pdf',
    Buffer.from('MZ\u0090\0'),
    text('attachment_not_what_it_says', 'pdf'),
  ],
  ['a picture by a PDF’s name', 'a.pdf', jpeg, text('attachment_not_what_it_says', 'pdf')],
  ['a PDF by a picture’s name', 'a.png', await pdf(), text('attachment_not_what_it_says', 'png')],
  [
    'an archive by a document’s name',
    'a.docx',
    await zip('run.exe'),
    text('attachment_not_what_it_says', 'docx'),
  ],
  [
    'a workbook by a document’s name',
    'a.docx',
    await zip('[Content_Types].xml', 'xl/workbook.xml'),
    text('attachment_not_what_it_says', 'docx'),
  ],
  [
    'a page by a text’s name',
    'a.txt',
    Buffer.from(' <!DOCTYPE html><script>'),
    text('attachment_not_what_it_says', 'txt'),
  ],
  ['bytes by a table’s name', 'a.csv', Buffer.from([65, 0, 66]), text('attachment_not_what_it_says', 'csv')],
  ['a text by a document’s name', 'a.docx', Buffer.from('x'), text('attachment_not_what_it_says', 'docx')],
  ['a document with a password', 'a.docx', encrypted(), text('document_encrypted')],
  [
    'a document whose relationships have a password',
    'a.docx',
    withEntry(await zipOf({ '_rels/.rels': relationshipsOf(100), ...DOCUMENT }), (entry) =>
      entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8),
    ),
    text('document_encrypted'),
  ],
  [
    'a document that loads from elsewhere and has other relationships',
    'a.docx',
    await zipOf({
      'word/_rels/settings.xml.rels': related('attachedTemplate', 'https://example.org/a.dotm'),
      ...DOCUMENT,
      '_rels/.rels': relationshipsOf(100),
    }),
    text('attachment_remote'),
  ],
  ['a document of too many parts', 'a.docx', await withParts(5_001), text('document_damaged')],
  ['a document that unpacks to too much', 'a.docx', unpackingTo(HALF_GIGABYTE + 1), text('document_damaged')],
  ['half a document', 'a.docx', docx.subarray(0, 60), text('document_damaged')],
  [
    'macros',
    'a.docx',
    await zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
    text('attachment_macros'),
  ],
  [
    'an embedded program',
    'a.pptx',
    await zip('[Content_Types].xml', 'ppt/presentation.xml', 'ppt/embeddings/run.exe'),
    text('attachment_macros'),
  ],
  [
    'a macro of LibreOffice',
    'a.ods',
    await zip('content.xml', 'META-INF/manifest.xml', 'Basic/Standard/x.xml'),
    text('attachment_macros'),
  ],
  ...(await Promise.all(
    [
      related('attachedTemplate', 'https://example.org/a.dotm'),
      related('attachedTemplate', 'h&#x74;tp&#58;//example.org/a.dotm'),
      related('attachedTemplate', 'http&#x3a;//example.org/a.dotm'),
      related('attachedTemplate', ' \\\\10.0.0.1\\share\\a.dotm'),
      related('attachedTemplate', '//example.org/a.dotm'),
      related('attachedTemplate', 'file://10.0.0.1/share/a.dotm'),
      related('image', 'https://example.org/a.png'),
      related('oleObject', 'https://example.org/a.doc'),
      related('attachedTemplate', 'https://example.org/a.dotm').replaceAll('"', "'"),
      `<!-- <Relationship Type="a/hyperlink" Id="--> ${related('image', 'https://example.org/a.png').replaceAll('"', "'")} "/>`,
      `<!DOCTYPE x [<!ENTITY a "https">]>${related('image', '&a;://example.org/a.png')}`,
      Buffer.from(related('attachedTemplate', 'https://example.org/a.dotm'), 'utf16le'),
      relationshipsOf(HALF_MEGABYTE + 1),
    ].map(
      async (links): Promise<Refused> => [
        `a document that loads from elsewhere: ${String(links).trim().slice(0, 300)}`,
        'a.docx',
        await settingsWith(links),
        text('attachment_remote'),
      ],
    ),
  )),
  [
    'a picture from elsewhere, named in capitals',
    'a.docx',
    await settingsWith(related('image', 'HTTPS://example.org/a.png'), 'word/_RELS/document.xml.RELS'),
    text('attachment_remote'),
  ],
  [
    'a template from elsewhere',
    'a.odt',
    await templateOf('https://example.org/a.ott'),
    text('attachment_remote'),
  ],
  ['half a picture', 'a.jpg', jpeg.subarray(0, jpeg.length - 200), text('document_damaged')],
  ['half a PDF', 'a.pdf', Buffer.from('%PDF-1.7 …'), text('document_damaged')],
];

describe('refused files', () => {
  test.each(refused)('%s', async (_, name, bytes, expected) => {
    const answer = await cleanAttachment(name, bytes).catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(Refusal);
    expect(refusalText(answer as Refusal)).toBe(expected);
  });
});
