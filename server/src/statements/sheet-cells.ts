import { methodNames } from '@portal/contract/office/payment';
import { setAsideNames } from '@portal/contract/office/statements';
import {
  type DaySheetRow,
  type DaySheetRows,
  type ReceiptRow,
  type RefundedRow,
  type SheetState,
  sheetStateOf,
} from './day-sheet.ts';

const stateNames: Readonly<Record<SheetState, string>> = {
  matched: '已對帳',
  open: '待對帳',
  aside: '不列入',
  withdrawn: '支出',
};

export const sheetHeads = ['日期', '列', '金額（元）', '末五碼', '戶名', '摘要', '狀態', '說明', '用於'];

const forText = ({ for: people }: Pick<DaySheetRow, 'for'>): string =>
  (people ?? []).map(({ name, code }) => `${name}（${code}）`).join('、');

const lineCells = (row: DaySheetRow): string[] => [
  row.day,
  String(row.row),
  String(row.amount),
  row.digits ?? '',
  row.name ?? '',
  row.memo ?? '',
  stateNames[sheetStateOf(row)],
  row.asideReason ?? (row.aside === null ? '' : setAsideNames[row.aside]),
  forText(row),
];

const entryCells = (row: RefundedRow, amount: number, state: string): string[] => [
  ...[row.day, '', String(amount), '', '', '', state],
  ...[row.note ?? '', forText(row)],
];

/** Orders rows by day: the lines, then the payments without a line, then the refunds as negative amounts. */
export const sheetCells = ({ lines, received, refunded }: DaySheetRows): string[][] =>
  [
    ...lines.map(lineCells),
    ...received.map((row: ReceiptRow) => entryCells(row, row.amount, methodNames[row.method])),
    ...refunded.map((row) => entryCells(row, -row.amount, '退費')),
  ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
