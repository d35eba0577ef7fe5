import { expect, test } from 'vitest';
import { byHead } from '../../test/by-head.ts';
import type { DaySheetRow } from './day-sheet.ts';
import { sheetCells, sheetHeads } from './sheet-cells.ts';

const line: DaySheetRow = {
  ...{
    id: '1',
    row: 3,
    day: '2026-11-30',
    amount: 1500,
    digits: '00042',
    maybeDigits: null,
    name: '王小明',
    memo: '轉入',
  },
  ...{ aside: null, asideReason: null, paymentId: null, kind: null, for: null },
};
const WANG = [{ personId: 7, name: '王小明', code: 'TPE-1' }];
const start = ['2026-11-30', '3', '1500', '00042', '王小明', '轉入'];

test.each<[string, Partial<typeof line>, string[]]>([
  ['an open line', {}, [...start, '待對帳', '', '']],
  ['a line of a payment', { paymentId: '1', for: WANG }, [...start, '已對帳', '', '王小明（TPE-1）']],
  [
    'a line of a payment for two people',
    { paymentId: '1', for: [...WANG, { personId: 8, name: '林小藍', code: 'TPE-2' }] },
    [...start, '已對帳', '', '王小明（TPE-1）、林小藍（TPE-2）'],
  ],
  ['a line that the bank reversed', { aside: 'reversed' }, [...start, '不列入', '已被沖正', '']],
  ['a line set aside by hand', { aside: 'by_hand', asideReason: '利息' }, [...start, '不列入', '利息', '']],
  [
    'a line without payer',
    { digits: null, name: null, memo: null },
    [...start.slice(0, 3), '', '', '', '待對帳', '', ''],
  ],
])('the export of %s has its cells', (_, row, cells) => {
  expect(sheetCells({ lines: [{ ...line, ...row }], received: [], refunded: [] })).toEqual([cells]);
});

test('the cells of a line stand below their heads', () => {
  const row = { ...line, aside: 'by_hand', asideReason: '利息', for: WANG } as const;
  const [cells = []] = sheetCells({ lines: [row], received: [], refunded: [] });
  expect(byHead(sheetHeads, cells)).toEqual({
    日期: '2026-11-30',
    列: '3',
    '金額（元）': '1500',
    末五碼: '00042',
    戶名: '王小明',
    摘要: '轉入',
    狀態: '不列入',
    說明: '利息',
    用於: '王小明（TPE-1）',
  });
});

test('the export of a day sheet has the entries of each day: lines, receipts, refunds as negative amounts', () => {
  const entry = { id: '1', for: WANG, note: null };
  const received = [{ ...entry, day: '2026-11-29', amount: 1500, method: 'cash' } as const];
  const refunded = [{ ...entry, day: '2026-11-30', amount: 300, note: 'R-77' }];
  const rows = sheetCells({ lines: [line], received, refunded });
  expect(rows.map((cells) => [cells[0], cells[2], cells[6], cells[7], cells[8]])).toEqual([
    ['2026-11-29', '1500', '現金', '', '王小明（TPE-1）'],
    ['2026-11-30', '1500', '待對帳', '', ''],
    ['2026-11-30', '-300', '退費', 'R-77', '王小明（TPE-1）'],
  ]);
});
