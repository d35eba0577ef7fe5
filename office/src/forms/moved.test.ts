import { expect, test } from 'vitest';
import { moved } from './moved.ts';

test.each([
  ['down from the top', 0, 1, ['b', 'a', 'c']],
  ['down to the end', 1, 1, ['a', 'c', 'b']],
  ['up from the end', 2, -1, ['a', 'c', 'b']],
  ['up to the top', 1, -1, ['b', 'a', 'c']],
] as const)('an entry moves %s', (_, from, by, order) => {
  expect(moved(['a', 'b', 'c'], from, by)).toEqual(order);
});
