import { describe, expect, test } from 'vitest';
import { neighboursOf, shownAfter } from './queue-order.ts';

describe('neighboursOf', () => {
  test.each([
    ['the first', 5, { previous: null, next: 7 }],
    ['one in the middle', 7, { previous: 5, next: 9 }],
    ['the last', 9, { previous: 7, next: null }],
    ['one that left the queue', 8, { previous: null, next: 5 }],
    ['none', null, { previous: null, next: 5 }],
  ])('of %s', (_, shown, expected) => {
    expect(neighboursOf([5, 7, 9], shown)).toEqual(expected);
  });
});

describe('shownAfter', () => {
  test.each([
    ['the one after the decided one', [5, 7, 9], 7, 9],
    ['the one before, after the last', [5, 7, 9], 9, 7],
    ['nothing, after the only one', [5], 5, null],
    ['the first, after one that left already', [5, 7], 9, 5],
  ])('%s', (_, ids, decided, expected) => {
    expect(shownAfter(ids, decided)).toBe(expected);
  });
});
