import { expect, test } from 'vitest';
import { moved } from './moved.ts';

test.each([
  ['down by one', 0, 1, ['b', 'a', 'c']],
  ['down to the end', 0, 2, ['b', 'c', 'a']],
  ['up by one', 2, 1, ['a', 'c', 'b']],
  ['up to the top', 2, 0, ['c', 'a', 'b']],
] as const)('an entry moves %s', (_, from, to, order) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(order);
});
