import { expect, test } from 'vitest';
import { type HeadKind, headColumns } from './heads.ts';

const columnsOf = (...head: string[]) => headColumns(head, () => true);

test('a column has one meaning, also where its head fits two', () => {
  expect(columnsOf('日期', '存入', '匯款人帳號')).toMatchObject({ account: 2, name: null });
});

test.each([
  ['付款人', '對方戶名', 0],
  ['對方戶名', '付款人', 1],
  ['付款人', '付款人', 0],
  ['戶名', '轉帳人', 1],
])('of the names %s and %s the column %d is taken', (one, other, at) => {
  expect(columnsOf(one, other).name).toBe(at);
});

/** Heads of each kind, the most distinctive first. */
const HEADS: Readonly<Record<Exclude<HeadKind, 'memo'>, readonly string[]>> = {
  date: ['帳務日期', '交易日期', '日期', '付款日期', '交易時間', '計息日'],
  direction: ['借貸別', '存入/支出', 'D/C', '交易類別'],
  credit: ['存入金額', 'Deposit', '存'],
  debit: ['支出金額', 'Withdrawal', '支'],
  amount: ['金額', '匯款金額', 'Amount'],
  balance: ['帳戶餘額', '實際餘額'],
  currency: ['幣別'],
  account: ['帳號後五碼', '對方帳號', '轉入帳號', '帳號'],
  name: ['對方戶名', '戶名', '客戶姓名'],
};

test.each(Object.entries(HEADS) as [keyof typeof HEADS, readonly string[]][])(
  'a column of the kind %s is found by each of %j, and the first of them is taken',
  (kind, names) => {
    for (const name of names) expect([name, columnsOf('流水號', name)[kind]]).toEqual([name, 1]);
    for (const [n, name] of names.entries())
      for (const later of names.slice(n + 1)) {
        expect([name, later, columnsOf(later, name)[kind]]).toEqual([name, later, 1]);
        expect([name, later, columnsOf(name, later)[kind]]).toEqual([name, later, 0]);
      }
  },
);

test('the remarks are up to four columns, the most distinctive first', () => {
  const names = ['摘要', '備註', '附言', '用途', '交易明細'];
  for (const name of names) expect([name, columnsOf('流水號', name).memo]).toEqual([name, [1]]);
  expect(columnsOf(...names).memo).toEqual([0, 1, 2, 3]);
  expect(columnsOf(...names.toReversed()).memo).toEqual([4, 3, 2, 1]);
});
