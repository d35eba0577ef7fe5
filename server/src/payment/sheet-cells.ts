import { asideNames } from '@portal/contract/office/statements';
import { type SheetRow, type SheetState, stateOf } from './day-sheet.ts';

const stateNames: Readonly<Record<SheetState, string>> = {
  matched: '已對帳',
  open: '待對帳',
  aside: '不列入',
  withdrawn: '支出',
};

export const sheetHeads = ['日期', '列', '金額（元）', '末五碼', '戶名', '摘要', '狀態', '說明', '用於'];

export const sheetCells = (row: SheetRow): string[] => [
  row.day,
  String(row.row),
  String(row.amount),
  row.digits ?? '',
  row.name ?? '',
  row.memo ?? '',
  stateNames[stateOf(row)],
  row.asideReason ?? (row.aside === null ? '' : asideNames[row.aside]),
  row.for ?? '',
];
