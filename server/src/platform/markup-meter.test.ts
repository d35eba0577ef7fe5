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
