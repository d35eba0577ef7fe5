import { expect, test } from 'vitest';
import { type ListScope, narrowScope, scopeWithin } from './list.ts';

test.each<[ListScope, number | undefined, ListScope]>([
  ['everywhere', undefined, 'everywhere'],
  ['everywhere', 7, [7]],
  [[7, 8], undefined, [7, 8]],
  [[7, 8], 8, [8]],
  [[7, 8], 9, []],
  [[], 7, []],
])('the scope %s, narrowed to organisation %s, is %s', (scope, organization, expected) => {
  expect(narrowScope(scope, organization)).toEqual(expected);
});

test.each<[ListScope, ListScope, ListScope]>([
  ['everywhere', 'everywhere', 'everywhere'],
  ['everywhere', [7], [7]],
  [[7], 'everywhere', [7]],
  [[7, 8], [8, 9], [8]],
  [[7], [8], []],
])('what lies in both %s and %s is %s', (one, other, expected) => {
  expect(scopeWithin(one, other)).toEqual(expected);
});
