import { describe, expect, test } from 'vitest';
import { readDigits } from './read-digits.ts';

const read = (account: string, others: string[] = [], amount = 1500, ownAccount = '') => {
  const { digits, maybeDigits } = readDigits({ account, others, amount, ownAccount });
  return [digits, maybeDigits.join(' ')];
};

test.each([
  ['0081234512345', '12345'],
  ['(812)0000-12345-67890', '67890'],
  ['812 0000 0012345', '12345'],
  ['812/0000012345/1', '12345'],
  ['42', '42'],
  ['79336', '79336'],
  ['8220000000067890', '67890'],
  ['', null],
  ['現金', null],
  ['1.2E+15', null],
  ['12e15', null],
  ['168018000...', null],
  ['120082120000097000', null],
  ['120082120000062720', null],
  ['0912345678', null],
  ['TEL0912345678', null],
])('of the account %s the digits are %s', (cell, digits) => {
  expect(read(cell)).toEqual([digits, '']);
});

test.each([
  ['0081234*****954', '??954'],
  ['081*****2081', '?2081'],
  ['829**', '829??'],
  ['*********12345*', '2345?'],
  ['****12345', '12345'],
  ['xx12345', '12345'],
  ['12345xx', '345??'],
  ['12345****', ''],
  ['0912***678', ''],
])('of the account %s, of which digits are hidden, none are read, and %s may be', (cell, maybe) => {
  expect(read(cell)).toEqual([null, maybe]);
});

describe('in a remark', () => {
  test.each([
    ['0081234567812345', '12345', ''],
    ['(808)0123-979-012345', '12345', ''],
    ['8120000012345/王小明', '12345', ''],
    ['末五碼12345', '12345', ''],
    ['末五碼 12345 金額 1500', '12345', ''],
    ['帳號後5碼:01234', '01234', ''],
    ['00812345 (尾號)', '12345', ''],
    ['8080000174966010128 S 8 7 8', '10128', ''],
    ['7000003111430297722 Ｓ８７８', '97722', ''],
    ['0912345678 末五碼21878 TEL 0223456789', '21878', ''],
    ['100018009897', null, '09897'],
    ['12345', null, '12345'],
    ['#12345', null, '12345'],
    ['12345 1', null, '12345'],
    ['1 2 3 4 5', null, '12345'],
    ['12345 115/11/26', null, '12345'],
    ['TPE-FA1-001 12345', null, '12345'],
    ['808-玉山 12345', null, '12345'],
    ['26850 報名費1500', null, '26850'],
    ['會費29089', null, '29089'],
    ['12345 67890', null, '12345 67890'],
    ['1234', null, '1234'],
    ['1500', null, ''],
    ['0912345678 王小明', null, ''],
    ['02-23456789', null, ''],
    ['115年度會費', null, ''],
    ['115/11/26 10:30:25', null, ''],
    ['13366031755IN278', null, ''],
  ])('%s are the digits %s, or may be %s', (remark, digits, maybe) => {
    expect(read('', [remark])).toEqual([digits, maybe]);
  });

  test('a label counts more than an account, and that more than a bank’s code', () => {
    expect(read('0081234567812345', ['末五碼 67890'])).toEqual(['67890', '12345']);
    expect(read('0081234567812345', ['8120000067890'])).toEqual(['12345', '67890']);
    expect(read('', ['8120000012345 8120000067890'])).toEqual([null, '12345 67890']);
  });

  test('the own account, with or without its branch, is not the payer’s', () => {
    expect(read('', ['012001234567'], 1500, '012001234567')).toEqual([null, '']);
    expect(read('01234567', [], 1500, '012001234567')).toEqual([null, '']);
  });
});
