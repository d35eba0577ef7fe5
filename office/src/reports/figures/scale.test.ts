import { expect, test } from 'vitest';
import { labelled, ticksTo } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [48, [0, 20, 40, 60]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('the grid for %d has lines at %j', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks);
});

test.each([
  [3, 6, [0, 1, 2]],
  [12, 6, [1, 3, 5, 7, 9, 11]],
  [36, 6, [5, 11, 17, 23, 29, 35]],
  [1, 6, [0]],
  [0, 6, []],
])('of %d positions with room for %d, %j have labels', (count, room, positions) => {
  expect(labelled(count, room)).toEqual(positions);
});
