import { describe, expect, test } from 'vitest';
import { decodeText, restoreBars } from './decode-text.ts';
import { guessSeparator, parseDelimited } from './delimited.ts';
import { columnName, paddedCells, paddedStyles, sheetNames } from './workbook-parts.ts';

const parse = (text: string) => parseDelimited(text, ',', 100);

describe('a text with separators', () => {
  test.each<[string, string, string[][]]>([
    [
      'lines that end in three ways',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['an empty line', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['an empty last cell', 'a,\n', [['a', '']]],
    ['quotes', '"1,500","a ""b"""', [['1,500', 'a "b"']]],
    ['blanks around quotes', 'a, "1,500" ,b', [['a', '1,500', 'b']]],
    ['a formula for a text', 'a,="0,912",b', [['a', '0,912', 'b']]],
    ['a line break in quotes', '"a\r\nb",c', [['a\r\nb', 'c']]],
  ])('may have %s', (_, text, rows) => {
    expect(parse(text)).toEqual({ rows, broken: [] });
  });

  test.each<[string, string, number[], number]>([
    ['never closes', 'a,"b\nc,d\n', [0], 2],
    ['closes before other text', 'a,b\n"c "d" e",f\ng,h', [1], 3],
    ['closes in another row', 'a,"b,1,2\nc,d,3,4\ne,"f",5,6', [0], 3],
  ])('has a broken row where a quote %s, and no other', (_, text, broken, count) => {
    const found = parse(text);
    expect([found.broken, found.rows.length]).toEqual([broken, count]);
  });

  test('is read up to the limit', () => {
    expect(parseDelimited('a\nb\nc', ',', 2).rows).toEqual([['a'], ['b']]);
  });

  test.each([
    ['a;b\n1,5;2,5\n', ';'],
    ['a\tb; c, d\n1\t2\n', '\t'],
    ['a|b\r1|2', '|'],
    ['sep=;\na,b;c', ';'],
  ])('%j is separated by %j', (text, separator) => {
    expect(guessSeparator(text)).toBe(separator);
  });
});

describe('the bytes of a text', () => {
  const whole = Buffer.from('職業安全衛生訓練,王小明\n');

  test('are UTF-8 although one character is cut', () => {
    const cut = Buffer.concat([whole.subarray(0, 20), whole.subarray(21)]);
    const decoded = decodeText(cut, undefined);
    expect([decoded?.encoding, decoded?.text.includes('王小明')]).toEqual(['utf-8', true]);
  });

  test.each(['utf-16le', 'utf-16be'])('are %s, with a mark and without', (encoding) => {
    const little = Buffer.from('日期,金額,戶名\n2026/12/01,1500,王', 'utf16le');
    const bytes = encoding === 'utf-16le' ? little : Buffer.from(little).swap16();
    const mark = encoding === 'utf-16le' ? [0xff, 0xfe] : [0xfe, 0xff];
    for (const file of [bytes, Buffer.concat([Buffer.from(mark), bytes])])
      expect(decodeText(file, undefined)?.text).toContain('2026/12/01,1500,王');
  });

  test('that are no text are refused', () => {
    expect(decodeText(Buffer.from([1, 0, 0, 7, 9, 0, 200, 210, 0, 0]), undefined)).toBeNull();
  });

  test('of Big5 whose last character took in a bar are split there, only where a cell is missing', () => {
    expect(restoreBars([['a', 'b'], ['全國四王']])).toEqual([
      ['a', 'b'],
      ['全國\ufffd', '王'],
    ]);
    expect(
      restoreBars([
        ['a', 'b'],
        ['四', '王'],
      ])[1],
    ).toEqual(['四', '王']);
    expect(restoreBars([['a', 'b'], ['四四王']])[1]).toEqual(['四四王']);
  });
});

describe('the parts of a workbook', () => {
  test('name the sheets, which of them are hidden, and where they are', () => {
    const workbook =
      '<x:sheets><x:sheet name="A &amp; B" sheetId="1" r:id="r1"/><x:sheet name="C" state="veryHidden" r:id="r2"/></x:sheets>';
    const relations = '<Relationship Id="r1" Target="/xl/a.xml"/><Relationship Id="r2" Target="b.xml"/>';
    expect(sheetNames(workbook, relations)).toEqual([
      { name: 'A & B', isHidden: false, part: 'xl/a.xml' },
      { name: 'C', isHidden: true, part: 'xl/b.xml' },
    ]);
  });

  test('say which cells are filled up with zeros', () => {
    const styles =
      '<numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="0"/><cellXfs><xf numFmtId="0"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>';
    const padded = paddedStyles(styles);
    expect(padded).toEqual([0, 5, 0]);
    expect([...paddedCells('<c r="D2" s="1"><v>1</v></c><c r="E2" s="2"/>', padded)]).toEqual([['D2', 5]]);
  });

  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [39, 'AN'],
    [701, 'ZZ'],
  ])('call the column %d %s', (column, name) => {
    expect(columnName(column)).toBe(name);
  });
});
