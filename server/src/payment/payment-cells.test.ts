import { expect, test } from 'vitest';
import { byHead } from '../../test/by-head.ts';
import { paymentCells, paymentHeads } from './payment-cells.ts';
import type { PaymentListRow } from './payments-list.ts';

const payment: PaymentListRow = {
  ...{ cursor: [], id: '1', createdAt: '2026-12-01T01:30:00Z', createdBy: '會計', receivedOn: '2026-11-30' },
  ...{ kind: 'full', method: 'cash', amount: 3000, account: null, organization: '臺北市分會' },
  ...{ organizationId: 1, note: '現金', endedAt: null, endedBy: null, endReason: null, isUndoable: true },
  for: [
    {
      code: 'TPE-1',
      people: [
        { id: 1, name: '王小明' },
        { id: 2, name: '李美玲' },
      ],
    },
    { code: 'TPE-2', people: [{ id: 3, name: '張志豪' }] },
  ],
};
const shown = [
  ...[
    '2026-12-01（二）09:30',
    '王小明、李美玲（TPE-1）、張志豪（TPE-2）',
    3000,
    '確認繳費',
    '現金',
    '2026-11-30',
  ],
  ...['會計', null, '臺北市分會', '現金'],
];
const undone = { endedAt: '2026-12-02T01:30:00Z', endedBy: '主任', endReason: '對錯人' };

test.each<[string, Partial<PaymentListRow>, unknown[]]>([
  ['a payment', {}, [...shown, null, null, null]],
  ['an undone payment', undone, [...shown, '2026-12-02（三）09:30', '主任', '對錯人']],
  [
    'a payment for nobody, by no staff',
    { for: null, createdBy: null },
    [...shown, null, null, null].with(1, '').with(6, '系統'),
  ],
])('the export of %s has its cells', (_, row, cells) => {
  expect(paymentCells({ ...payment, ...row })).toEqual(cells);
});

test('the cells of a payment stand below their heads', () => {
  expect(byHead(paymentHeads, paymentCells({ ...payment, ...undone }))).toEqual({
    確認時間: '2026-12-01（二）09:30',
    用於: '王小明、李美玲（TPE-1）、張志豪（TPE-2）',
    '金額（元）': 3000,
    類別: '確認繳費',
    方式: '現金',
    收款日期: '2026-11-30',
    經手人: '會計',
    帳戶: null,
    會別: '臺北市分會',
    說明: '現金',
    撤銷時間: '2026-12-02（三）09:30',
    撤銷人: '主任',
    撤銷原因: '對錯人',
  });
});
