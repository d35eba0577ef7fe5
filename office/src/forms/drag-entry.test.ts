import { expect, test } from 'vitest';
import { makesWay, placeAt } from './drag-entry.ts';

const boxes = [0, 100, 200, 300].map((top) => ({ top, height: 80 }));

test.each([
  ['stays', 1, 140, 1],
  ['stays below the middle of the next', 1, 239, 1],
  ['moves down past the middle of the next', 1, 241, 2],
  ['moves up past the middle of the former', 1, 39, 0],
  ['moves to the end', 0, 900, 3],
  ['moves to the beginning', 3, -50, 0],
])('a dragged row %s', (_, from, middle, place) => {
  expect(placeAt(boxes, from, middle)).toBe(place);
});

test('the rows between the two places make way', () => {
  expect([0, 1, 2, 3].map((at) => makesWay(at, 0, 2))).toEqual([0, -1, -1, 0]);
  expect([0, 1, 2, 3].map((at) => makesWay(at, 3, 1))).toEqual([0, 1, 1, 0]);
  expect([0, 1, 2, 3].map((at) => makesWay(at, 1, 1))).toEqual([0, 0, 0, 0]);
});
