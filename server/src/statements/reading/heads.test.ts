import { expect, test } from 'vitest';
import { headColumns } from './heads.ts';

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
