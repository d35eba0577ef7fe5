import { expect, test } from 'vitest';
import { isAmount, readAmount } from './read-amount.ts';

const found = (cell: string, hundredths?: boolean) => {
  const read = readAmount(cell, hundredths);
  return isAmount(read) ? read.value : read;
};

test.each([
  ['1500', 1500],
  ['NT$1,500.00', 1500],
  ['nt 1,500元', 1500],
  ['TWD 1,500.', 1500],
  ['新臺幣1,500元', 1500],
  ['1,500整', 1500],
  ['1500圓', 1500],
  ['$ 1,500', 1500],
  ['$(1,500)', -1500],
  ['-$1,500', -1500],
  ['**1,500.00', 1500],
  ['+1500', 1500],
  ['＋1500', 1500],
  ['-1,500', -1500],
  ['−1500', -1500],
  ['－1500', -1500],
  ['1,500-', -1500],
  ['1,500.00-', -1500],
  ['(1,500)', -1500],
  ['１，５００', 1500],
  ['1 500', 1500],
  ['1500.0000000000002', 1500],
  ['1499.9999999999998', 1500],
  ['', 0],
  ['-', 0],
  ['--', 0],
  ['0.00', 0],
  ['.00', 0],
  ['999,999,999', 999_999_999],
  ['1,000,000,000', 'too_large'],
  ['1500.50', 'cents'],
  ['1500.05', 'cents'],
  ['0.005', 'cents'],
  ['1.500,00', 'amount'],
  ['1,50,0', 'amount'],
  ['1 50', 'amount'],
  ['1,500.-', 'amount'],
  ['-(1,500)', 'amount'],
  ['(1,500', 'amount'],
  ['--1500', 'amount'],
  ['1.5E+3', 'amount'],
  ['15e2', 'amount'],
  ['一千', 'amount'],
  ['利息 1,500', 'amount'],
  ['USD 1,500', 'amount'],
  ['CR 1,500 DR', 'amount'],
  ['+00000000150000', 'hundredths'],
])('the amount %s is %s', (cell, amount) => {
  expect(found(cell)).toBe(amount);
});

test.each([
  ['+00000000150000', 1500],
  ['-00000000150000', -1500],
  ['150000', 1500],
  ['1,500.00', 1500],
  ['150050', 'cents'],
])('in hundredths, the amount %s is %s', (cell, amount) => {
  expect(found(cell, true)).toBe(amount);
});

test.each([
  ['1,500 CR', 1500, 'in'],
  ['1,500 DR', 1500, 'out'],
  ['貸 1,500', 1500, 'in'],
  ['1500支出', 1500, 'out'],
  ['1500', 1500, null],
])('%s says its direction', (cell, value, direction) => {
  expect(readAmount(cell)).toEqual({ value, direction });
});
