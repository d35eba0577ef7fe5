import { isoTaipei, readable } from '@portal/contract/dates';
import { kindNames, methodNames } from '@portal/contract/office/payment';
import type { Cell } from '../platform/files/export.ts';
import type { PaymentListRow } from './payments-list.ts';

export const paymentHeads = [
  '確認時間',
  '用於',
  '金額（元）',
  '類別',
  '方式',
  '收款日期',
  '經手人',
  '帳戶',
  '會別',
  '說明',
  '撤銷時間',
  '撤銷人',
  '撤銷原因',
];

const shown = (time: string): string => readable(isoTaipei(new Date(time)));
const byOf = (name: string | null): string => name ?? '系統';

const undoneCells = ({ endedAt, endedBy, endReason }: PaymentListRow): Cell[] =>
  endedAt === null ? [null, null, null] : [shown(endedAt), byOf(endedBy), endReason];

export const paymentCells = (row: PaymentListRow): Cell[] => [
  shown(row.createdAt),
  (row.for ?? [])
    .map(({ code, people }) => `${people.map(({ name }) => name).join('、')}（${code}）`)
    .join('、'),
  row.amount,
  kindNames[row.kind],
  methodNames[row.method],
  row.receivedOn,
  byOf(row.createdBy),
  row.account,
  row.organization,
  row.note,
  ...undoneCells(row),
];
