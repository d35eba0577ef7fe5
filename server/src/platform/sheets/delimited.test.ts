import { describe, expect, test } from 'vitest';
import { decodeText, restoreBars } from './decode-text.ts';
import { guessSeparator, parseDelimited } from './delimited.ts';

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
