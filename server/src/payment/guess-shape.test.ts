import { describe, expect, test } from 'vitest';
import { guessShape } from './guess-shape.ts';

describe('the shape of a file', () => {
  const found = { encoding: 'utf-8', separator: ',' } as const;
  const day = (n: number) => `2026/12/${String(n).padStart(2, '0')}`;

  test('is guessed by the words of its head, wherever that stands', () => {
    const rows = [
      ['帳戶明細查詢'],
      ['查詢 日期', day(1)],
      ['交易日期', '摘要', '支出金額', '存入金額', '餘額', '轉出帳號', '戶名', '備註'],
      [day(1), '轉入', '', '1500', '9000', '0081212345', '王小明', ''],
    ];
    expect(guessShape({ rows, ...found })).toEqual({
      ...{ encoding: 'utf-8', separator: ',', skip: 3, dates: 'western' },
      columns: { date: 0, debit: 2, credit: 3, amount: null, balance: 4, account: 5, name: 6, memo: [1, 7] },
    });
  });

  test('is guessed by its values where it has no head', () => {
    const rows = [[''], ['轉入', day(1), '1500'], ['轉入', day(2), '600'], ['', day(3), '600']];
    const { skip, columns } = guessShape({ rows, ...found });
    expect([skip, columns.date, columns.amount, columns.credit]).toEqual([1, 1, 2, null]);
  });

  test('has the account in the remark that holds long numbers', () => {
    const rows = [
      ['日期', '摘要', '存入', '備註'],
      [day(1), '轉入', '1500', '0081212345'],
    ];
    expect(guessShape({ rows, ...found }).columns).toMatchObject({ account: 3, memo: [1, 3] });
  });

  test.each([
    [['115/12/01', '115/12/02'], 'minguo'],
    [['1151201', '1151202'], 'minguo'],
    [['民國115年12月1日', ''], 'minguo'],
    [['991201', '991202'], 'minguo'],
    [['2026/12/01', '2026/12/02'], 'western'],
    [['20261201', '20261202'], 'western'],
    [['115/12/01', '2026/12/01', '2026/12/01', '2026/12/01'], 'western'],
  ])('has the years of %j: %s', (days, dates) => {
    const rows = [['日期', '存入'], ...days.map((cell) => [cell, '1500'])];
    expect(guessShape({ rows, ...found }).dates).toBe(dates);
  });

  test('of an empty file is the first column', () => {
    expect(guessShape({ rows: [], ...found })).toMatchObject({ skip: 0, columns: { date: 0, credit: null } });
  });
});
