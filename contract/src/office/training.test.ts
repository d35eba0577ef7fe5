import { expect, test } from 'vitest';
import { parseScore } from './training.ts';

test.each([
  ['88.5', 88.5],
  ['８８．５', 88.5],
  [' 100 ', 100],
  ['0', 0],
  ['', null],
  ['  ', null],
  ['100.1', undefined],
  ['101', undefined],
  ['-1', undefined],
  ['88.55', undefined],
  ['1e2', undefined],
  ['缺考', undefined],
  ['=80', undefined],
])('"%s" of 100 is %s', (typed, score) => {
  expect(parseScore(typed, 100)).toBe(score);
});
