import { isoTaipei } from '@portal/contract/dates';
import {
  type Payable,
  type PaymentRow,
  type RefundRow,
  refundStateNames,
} from '@portal/contract/office/payment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { actorName } from '../../audit/actor.ts';
import { Refusal, refusalText } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type Cashier, countCashiers } from '../cashiers.ts';
import type { PaymentListRow } from '../payments-list.ts';
import { mayUndo, refundPermissions } from '../policy.ts';
import type { RefundListRow } from '../refunds-list.ts';
import type { PayableFound } from './queries.ts';

export const presentPayable = ({ code, course, identity, id, personId, ...row }: PayableFound): Payable => ({
  ...row,
  ...{ id: Number(id), personId: Number(personId) },
  identity: maskIdentity(identity),
  class: { code, course },
});

export const presentPayment = (row: PaymentListRow, actor: Staff): PaymentRow => ({
  id: Number(row.id),
  createdAt: isoTaipei(new Date(row.createdAt)),
  createdBy: row.createdBy,
  receivedOn: row.receivedOn,
  kind: row.kind,
  method: row.method,
  amount: row.amount,
  account: row.account,
  organization: row.organization,
  for: row.for ?? [],
  note: row.note,
  undone:
    row.endedAt === null
      ? null
      : { at: isoTaipei(new Date(row.endedAt)), by: row.endedBy, reason: row.endReason ?? '' },
  canUndo: mayUndo(row, actor),
});

const canOf = (row: RefundListRow, actor: Staff, all: readonly Cashier[]): RefundRow['can'] => {
  const cashiers = countCashiers(all, new Date(row.createdAt));
  const { isOwn, ...can } = refundPermissions(row, { actor, name: actorName(actor) }, cashiers);
  return { ...can, why: isOwn ? refusalText(new Refusal('refund_own')) : null };
};

export const presentRefund = (row: RefundListRow, actor: Staff, cashiers: readonly Cashier[]): RefundRow => ({
  id: Number(row.id),
  createdAt: isoTaipei(new Date(row.createdAt)),
  registrationId: Number(row.registrationId),
  personId: Number(row.personId),
  person: row.person,
  class: { code: row.code, course: row.course, organization: row.organization },
  amount: row.amount,
  proposed: row.proposed,
  reason: row.reason,
  state: row.state,
  enteredBy: row.enteredBy,
  settledAt: row.settledAt === null ? null : isoTaipei(new Date(row.settledAt)),
  settledBy: row.settledBy,
  paidOn: row.paidOn,
  reference: row.reference,
  waiveReason: row.waiveReason,
  can: canOf(row, actor, cashiers),
});

export const refundHeads = [
  '登錄時間',
  '學員',
  '課程代碼',
  '訓練項目',
  '會別',
  '原因',
  '金額（元）',
  '狀態',
  '登錄人',
  '退費日期',
  '匯款序號',
  '不退費原因',
];

export const refundCells = (row: RefundListRow): string[] => [
  isoTaipei(new Date(row.createdAt)),
  row.person,
  row.code,
  row.course,
  row.organization,
  row.reason,
  String(row.amount),
  refundStateNames[row.state],
  row.enteredBy ?? '',
  row.paidOn ?? '',
  row.reference ?? '',
  row.waiveReason ?? '',
];
