import type { StatementShape } from '@portal/contract/office/statements';
import { compactText } from './plain-text.ts';

/* Pure. Recognises rows of a statement that are no transactions. */

type SkipReason = 'head' | 'end' | 'blank' | 'balance' | 'total' | 'currency' | 'remark' | 'no_amount';

export interface SkippedRow {
  readonly row: number;
  readonly reason: SkipReason;
  readonly text: string;
}

type Cells = readonly string[];

const TOTAL =
  /^[【[(]*(總計|合計|小計|共計|累計|總額|總金額|總筆數|總和|加總|筆數|本頁|本日合計|本月合計|subtotal|total)/i;
const BALANCE =
  /^(承前頁?|承上頁?|接前頁|過次頁|轉次頁|上期|前期|期初|期末|前日|昨日|本日|本期|月初|月底|上頁|前頁|結轉)+(餘額|結存|結餘|存款|金額)*$|^(餘額|結存|結餘)(結轉)?$/;
const TAIWAN_DOLLAR = /^(TWD|NTD|NT\$?|NT|新?[臺台]幣|[臺台]幣|00)$/i;

/** A word such as 合計 is in the first cell, or in the column for days or remarks. */
const isTotal = (cells: Cells, { columns }: StatementShape): boolean =>
  [cells.find(Boolean), cells[columns.date], ...columns.memo.map((column) => cells[column])].some((cell) =>
    TOTAL.test(compactText(cell)),
  );

const isBalanceRow = (cells: Cells, { columns }: StatementShape): boolean =>
  [columns.date, ...columns.memo].some((column) => BALANCE.test(compactText(cells[column])));

const isForeign = (cells: Cells, { columns: { currency } }: StatementShape): boolean => {
  const text = currency === null ? '' : compactText(cells[currency]);
  return text !== '' && !TAIWAN_DOLLAR.test(text);
};

/** Returns null if the row may be a transaction. `head`: the names of the columns, which each page may repeat. */
export const skipReason = (
  cells: Cells,
  shape: StatementShape,
  { head, hasDay }: { readonly head: readonly string[]; readonly hasDay: boolean },
): SkipReason | null => {
  if (cells.every((cell) => cell === '')) return 'blank';
  if (head.length > 0 && head.every((cell, at) => cell === (cells[at] ?? ''))) return 'head';
  if (isBalanceRow(cells, shape)) return 'balance';
  if (!hasDay && isTotal(cells, shape)) return 'total';
  return isForeign(cells, shape) ? 'currency' : null;
};
