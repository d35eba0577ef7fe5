import { expect, test } from 'vitest';
import { createMarkupMeter } from './markup-meter.ts';

const after = (...parts: string[]): number[] => {
  const measure = createMarkupMeter();
  return parts.map((part) => measure(Buffer.from(part)).unfinished);
};

test.each<[string, string[], number[]]>([
  ['whole tags', ['<row r="1"><c/></row>'], [0]],
  ['a text between tags', ['<t>ab', 'cd', '</t>'], [2, 4, 0]],
  ['a tag in three parts', ['<', 'row ', 'r="1">x'], [1, 5, 1]],
  ['a bracket in quotes', ['<row a=">', '>>', '">'], [9, 11, 0]],
  ['a bracket in other quotes', [`<row a='>"`, `"'>`], [10, 0]],
  ['a quote that has no end', ['<row a="><c/><c/>'], [17]],
  ['a comment with brackets', ['<!-- > ', '<c/> ', '-->'], [7, 12, 0]],
  ['a comment whose beginning is cut', ['<!', '-->', '-->'], [2, 5, 0]],
  ['a section with brackets', ['<![CDATA[ > ', ' ]]>'], [12, 0]],
  ['an instruction with brackets', ['<?x > ', '?>'], [6, 0]],
  ['a declaration', ['<!DOCTYPE x', '>'], [11, 0]],
  ['a closing tag', ['</row "', '>'], [7, 0]],
])('%s', (_, parts, lengths) => {
  expect(after(...parts)).toEqual(lengths);
});

test('tags are counted over all parts', () => {
  const measure = createMarkupMeter();
  const counts = ['<t>a</', 't><c/', '>', 'text'].map((part) => measure(Buffer.from(part)).tags);
  expect(counts).toEqual([1, 2, 3, 3]);
});

test.each<[string, string[], number[]]>([
  ['columns up to ZZ', ['<c r="A1"/><row r="12"/><c r="ZZ7"/>'], [0]],
  [
    'rows beyond ZZ',
    ['<row><c r="AAA1"/><c r="XFD1"/>', '<c r="XFE1"/><x:row r="2"><c r = "xfd2"/>'],
    [1, 2],
  ],
  ['a reference that is cut', ['<c r="X', 'FD1"/>'], [0, 1]],
  ['more letters than Excel has', ['<c r="AAAA1"/>'], [Number.POSITIVE_INFINITY]],
  ['letters written as entities', ['<c r="A&#65;A1"/>'], [Number.POSITIVE_INFINITY]],
  ['another attribute', ['<c xr="XFD1" ref="A1:XFD9"/>'], [0]],
])('rows with a far cell: %s', (_, parts, counts) => {
  const measure = createMarkupMeter();
  expect(parts.map((part) => measure(Buffer.from(part)).farRows)).toEqual(counts);
});
