import { describe, expect, test } from 'vitest';
import { PaymentForm, paidTimeFault } from './payment.ts';

const right = { paid_time: '2026-11-30', last_five: '00042', paid_name: '王小明', paid_money: 1500 };

/** The message for one wrong field among right ones. */
const said = (field: string, value: unknown): string[] => {
  const result = PaymentForm.safeParse({ ...right, [field]: value });
  return result.success
    ? []
    : result.error.issues.map(({ message, path }) => `${path.join('.')}: ${message}`);
};

describe('accepted values', () => {
  test.each([
    ['12345', '12345'],
    ['00000', '00000'],
    ['99999', '99999'],
    ['7', '00007'],
    ['123', '00123'],
    ['01234', '01234'],
    [42, '00042'],
    [0, '00000'],
    [99_999, '99999'],
  ])('%j are the digits %s', (given, kept) => {
    expect(PaymentForm.parse({ ...right, last_five: given })).toEqual({ ...right, last_five: kept });
  });

  test.each([0, 1, 9_999_999])('%d dollars are accepted', (dollars) => {
    expect(PaymentForm.parse({ ...right, paid_money: dollars }).paid_money).toBe(dollars);
  });

  test('a name is trimmed, and may have 50 characters of any plane', () => {
    expect(PaymentForm.parse({ ...right, paid_name: ' 王小明　' }).paid_name).toBe('王小明');
    expect(PaymentForm.parse({ ...right, paid_name: '𠮷'.repeat(50) }).paid_name).toBe('𠮷'.repeat(50));
  });
});

describe('refused values', () => {
  test.each([undefined, null, ''])('an empty value (%j) is reported as missing', (nothing) => {
    expect(said('paid_time', nothing)).toEqual(['paid_time: 請輸入匯款日期']);
    expect(said('last_five', nothing)).toEqual(['last_five: 請輸入匯款帳號或收據末五碼']);
    expect(said('paid_name', nothing)).toEqual(['paid_name: 請輸入匯款人姓名']);
    expect(said('paid_money', nothing)).toEqual(['paid_money: 請輸入匯款金額']);
  });

  test.each([
    '123456',
    '-1',
    '1.5',
    '12a45',
    '100000',
    ' 1',
    '１２３４５',
    '1e3',
    100_000,
    -1,
    1.5,
    true,
    [1],
  ])('%j are no five digits', (given) => {
    expect(said('last_five', given)).toEqual(['last_five: 末五碼須為 0 至 99999 的數字']);
  });

  test.each([
    [-1, '匯款金額不得小於 0'],
    [-0.5, '匯款金額不得小於 0'],
    [1.5, '匯款金額必須為整數'],
    [10_000_000, '匯款金額必須介於 0 至 9,999,999 之間'],
    ['1500', '匯款金額必須為數字'],
    [Number.POSITIVE_INFINITY, '匯款金額必須為數字'],
  ])('%j is no amount', (given, sentence) => {
    expect(said('paid_money', given)).toEqual([`paid_money: ${sentence}`]);
  });

  test.each([
    ['2026-02-30', '匯款日期不是有效的日期'],
    ['2026/11/30', '匯款日期不是有效的日期'],
    ['20261130', '匯款日期不是有效的日期'],
    ['昨天', '匯款日期不是有效的日期'],
    ['0115-11-30', '匯款日期請輸入西元年'],
    ['115-11-30', '匯款日期請輸入西元年'],
    [20_261_130, '匯款日期資料型態不正確'],
  ])('%j is no day', (given, sentence) => {
    expect(said('paid_time', given)).toEqual([`paid_time: ${sentence}`]);
  });

  test.each([
    ['王'.repeat(51), '匯款人姓名不得超過 50 個字'],
    ['王\0明', '匯款人姓名格式不正確'],
    ['王\u202e明', '匯款人姓名格式不正確'],
    [1, '匯款人姓名資料型態不正確'],
  ])('%j is no name', (given, sentence) => {
    expect(said('paid_name', given)).toEqual([`paid_name: ${sentence}`]);
  });
});

test.each([
  ['2026-12-01', '2026-12-01', null],
  ['2026-12-02', '2026-12-01', 'paid_time_late'],
  ['2025-12-01', '2026-12-01', null],
  ['2025-11-30', '2026-12-01', 'paid_time_early'],
  // The day a year before 29 February is 28 February.
  ['2027-02-28', '2028-02-29', null],
  ['2027-02-27', '2028-02-29', 'paid_time_early'],
])('a payment day %s, checked on %s: %s', (date, today, fault) => {
  expect(paidTimeFault(date, today)).toBe(fault);
});
