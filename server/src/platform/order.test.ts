import { describe, expect, test } from 'vitest';
import { newOrder } from './order.ts';

const entries = [{ id: 1 }, { id: 2 }, { id: 3 }];
const former = [1, 2, 3];

describe('a new order', () => {
  test('has the entries as they were sent', () => {
    expect(newOrder(entries, { ids: [3, 1, 2], former })).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }]);
  });

  test.each([
    ['nothing moved', [1, 2, 3]],
    ['the sender has seen another order', [2, 3, 1]],
  ])('is no change if it is there already: %s', (_, seen) => {
    expect(newOrder(entries, { ids: [1, 2, 3], former: seen })).toBeNull();
  });

  test.each([
    ['another order was seen', { ids: [3, 2, 1], former: [2, 1, 3] }],
    ['an entry was not seen', { ids: [2, 1], former: [1, 2] }],
    ['an entry is missing', { ids: [3, 1], former }],
    ['an entry is there twice', { ids: [3, 3, 1], former }],
    ['an entry is there twice and all are there', { ids: [3, 3, 1, 2], former }],
    ['an entry is unknown', { ids: [3, 2, 4], former }],
    ['there is none', { ids: [], former: [] }],
  ])('is refused if %s', (_, order) => {
    expect(() => newOrder(entries, order)).toThrow(expect.objectContaining({ code: 'order_changed' }));
  });
});
