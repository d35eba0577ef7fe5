import { describe, expect, test } from 'vitest';
import { digitsOf, wholePhone } from './phone-text.ts';

test.each([
  ['0912-345-678', '0912345678'],
  ['02 2000 0000', '0220000000'],
  ['０９１２．３', '09123'],
  ['分機 12', '12'],
  ['', ''],
])('only the digits of %j stay', (text, digits) => {
  expect(digitsOf(text)).toBe(digits);
});

describe('a whole number is put into both boxes', () => {
  test.each([
    ['0912-345-678', '0912', '345678'],
    ['0912345678', '0912', '345678'],
    ['０９１２３４５６７８', '0912', '345678'],
    ['+886 912 345 678', '0912', '345678'],
    ['+886912345678', '0912', '345678'],
  ])('mobile %j', (text, prefix, number) => {
    expect(wholePhone(text, 'mobile')).toEqual({ prefix, number });
  });

  test.each([
    ['02 2000 0000', '02', '20000000'],
    ['(02)2000-0000', '02', '20000000'],
    ['+886 2 2000 0000', '02', '20000000'],
    ['+886-(0)2-2000-0000', '02', '20000000'],
    ['037300000', '037', '300000'],
    ['0492000000', '049', '2000000'],
    ['04-22000000', '04', '22000000'],
    ['04-7000000', '04', '7000000'],
    ['083620000', '0836', '20000'],
    ['0826-60000', '0826', '60000'],
    ['089300000', '089', '300000'],
  ])('home %j', (text, prefix, number) => {
    expect(wholePhone(text, 'home')).toEqual({ prefix, number });
  });

  test.each([
    ['02-2000-0000', '02', '20000000'],
    ['0900-000-000', '0900', '000000'],
    ['0800-000-000', '0800', '000000'],
    ['070-0000-0000', '070', '00000000'],
  ])('company %j', (text, prefix, number) => {
    expect(wholePhone(text, 'company')).toEqual({ prefix, number });
  });
});

test.each([
  ['345678', 'mobile'],
  ['0912', 'mobile'],
  ['02-20000000', 'mobile'],
  ['0912-345-678', 'home'],
  ['20000000', 'home'],
  ['02-2000-0000 #12', 'company'],
  ['', 'mobile'],
] as const)('%j is no whole %s number and is left alone', (text, kind) => {
  expect(wholePhone(text, kind)).toBeNull();
});
