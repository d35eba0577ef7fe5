import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { ZipFile } from 'yazl';

const MEGABYTE = 1024 * 1024;

/** A ZIP with one entry whose unpacked bytes are `size` zeros, declared as `declared`. */
const bomb = (size: number, declared: number): Buffer => {
  const packed = deflateRawSync(Buffer.alloc(size, 0x20));
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(declared, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
};

/** A workbook with one sheet. */
export const sheetOf = (rows: (string | number)[][]) => writeXlsx({ sheets: [{ name: '明細', rows }] });

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const related = (...targets: [type: string, target: string][]): string => {
  const each = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
};

/** A workbook whose sheet, and whose list of texts, are these tags. */
const workbookOf = (sheet: string, texts = ''): Promise<Buffer> => {
  const file = new ZipFile();
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': related(['officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': related(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${sheet}`,
    'xl/sharedStrings.xml': `<sst xmlns="${spreadsheet}">${texts}</sst>`,
  };
  for (const [name, xml] of Object.entries(parts)) file.addBuffer(Buffer.from(xml), name);
  file.end();
  return buffer(file.outputStream);
};

/** Repeats the part to just below the size that a reader unpacks. */
const many = (part: string): string => part.repeat((19 * MEGABYTE) / part.length);
const closed = (rows: string): string => `${rows}</sheetData></worksheet>`;
const row = (cell: string): string =>
  closed(`<row r="1"><c r="A1" t="inlineStr"><is><t>${cell}</t></is></c></row>`);

const rowsTo = (column: string, count = 5_000): string =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c r="${column}${at + 1}"/></row>`).join('');

/** An ordinary table, about as large as a reader takes. */
export const largestSheet = (): Promise<Buffer> =>
  workbookOf(closed(`<row>${'<c><v>1</v></c>'.repeat(60)}</row>`.repeat(19_000)));

/** Files that a reader refuses or reads in part, with what it says of each: its fault, or how many rows it has. */
export const hostileSheets: [what: string, make: () => Uint8Array | Promise<Uint8Array>, answer: RegExp][] = [
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^old_excel$/],
  [
    'a web page that is called .xls',
    () => Buffer.from('<html><table><tr><td>1</td></tr></table>'),
    /^web_page$/,
  ],
  ['a PDF', () => Buffer.from('%PDF-1.7 …'), /^unreadable$/],
  ['a bomb that declares its size', () => bomb(200 * MEGABYTE, 200 * MEGABYTE), /^unreadable$/],
  ['a bomb that lies about its size', () => bomb(200 * MEGABYTE, 1000), /^unreadable$/],
  ['half a workbook', async () => (await sheetOf([['日期'], ['2026-12-01']])).slice(0, 500), /^unreadable$/],
  [
    'noise',
    () => Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)),
    /^unreadable$/,
  ],
  [
    'a cell of 5 MB',
    () => Buffer.from(`日期,金額\n2026-12-01,${'9'.repeat(5 * MEGABYTE)}\n`),
    /^unreadable$/,
  ],
  ['a quote that never ends', () => Buffer.from(`日期,金額\n"${'2026-12-01,5\n'.repeat(100_000)}`), /./],
  ['30,000 rows', () => Buffer.from('2026-12-01,5\n'.repeat(30_000)), /^too_many_rows$/],
  ['a row of 100,000 columns', () => Buffer.from(`日期,金額\n${','.repeat(100_000)}\n`), /rows$/],
  ['nothing', () => Buffer.from(' '), /^[01] rows$/],
  ['4 MB of formulas', () => Buffer.from(`${'="1",'.repeat(40)}\n`.repeat(19_000)), /^19000 rows$/],
  ['a million cells', largestSheet, /^19000 rows$/],
  [
    'a hundred thousand texts',
    () => workbookOf(row('1'), '<si><t>王小明 學費</t></si>'.repeat(100_000)),
    /^1 rows$/,
  ],
  ['a million texts', () => workbookOf(row('1'), many('<si><t>a</t></si>')), /^unreadable$/],
  ['tags in tags', () => workbookOf(many('<a>')), /rows$/],
  ['a tag of 19 MB', () => workbookOf(closed(`<row ${many('a="b" ')}/>`)), /^unreadable$/],
  ['a tag with a quote that never ends', () => workbookOf(`<row a="${many('<c/>')}`), /^unreadable$/],
  ['tags without ends', () => workbookOf(many('<')), /^unreadable$/],
  ['a comment that never ends', () => workbookOf(`<!--${many('<c/>')}`), /^unreadable$/],
  ['a section that never ends', () => workbookOf(`<![CDATA[${many('<c/>')}`), /^unreadable$/],
  ['an instruction that never ends', () => workbookOf(`<?${many('<c/>')}`), /^unreadable$/],
  ['a text of 19 MB', () => workbookOf(row(many('&amp;'))), /^unreadable$/],
  [
    'entities that grow',
    () => workbookOf(`<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]>${row('&b;')}`),
    /^1 rows$/,
  ],
  ['5,000 rows that end at the last column', () => workbookOf(closed(rowsTo('XFD'))), /^unreadable$/],
  ['a cell beyond the last column', () => workbookOf(closed('<row><c r="ZZZZZZ1"/></row>')), /^unreadable$/],
  [
    'a hidden cell beyond the last column',
    () => workbookOf(closed('<row><c r="Z&#90;ZZZZ1"/></row>')),
    /^unreadable$/,
  ],
  ['a hundred rows that end at the last column', () => workbookOf(closed(rowsTo('XFD', 100))), /^100 rows$/],
  ['5,000 rows that end at column ZZ', () => workbookOf(closed(rowsTo('ZZ'))), /^5000 rows$/],
  ['a row of a high number', () => workbookOf(closed('<row r="1000000000"/>')), /^too_many_rows$/],
];

const FAULT = /old_excel|web_page|unreadable|too_many_rows/;
const named = (name: string) => hostileSheets.filter(([what]) => what === name);

/** One for each fault: what becomes of a fault does not depend on the file. */
export const oneForEachFault = [
  'an old workbook',
  'a web page that is called .xls',
  'half a workbook',
  '30,000 rows',
].flatMap(named);

/** The sheets with rows, which also cost the time of code that uses the rows. */
export const hostileRows = hostileSheets.filter(([, , answer]) => !FAULT.test(answer.source));
