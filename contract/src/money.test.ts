import { expect, test } from 'vitest';
import { dollars, money } from './money.ts';

test.each([
  [0, '0', 'NT$0'],
  [600, '600', 'NT$600'],
  [9600, '9,600', 'NT$9,600'],
  [1_234_567, '1,234,567', 'NT$1,234,567'],
])('%i dollars are written with separators', (amount, number, text) => {
  expect([dollars(amount), money(amount)]).toEqual([number, text]);
});

test('a withdrawal keeps its sign', () => {
  expect(dollars(-3000)).toBe('-3,000');
});
