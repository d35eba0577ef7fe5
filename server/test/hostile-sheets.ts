import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

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
];
