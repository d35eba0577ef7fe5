import * as z from 'zod/mini';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, searchText, text } from '../fields.ts';
import { RegistrationState } from './enrolment.ts';
import {
  dayFilter,
  ExportedFile,
  exportFields,
  InOrganization,
  listAnswer,
  listQuery,
  wordFilter,
} from './list.ts';
import { UNDO_SECONDS } from './undo.ts';

export const methodNames = {
  statement: '對帳單',
  cash: '現金',
  counter: '臨櫃',
  other: '其他',
  unstated: '未註明',
} as const;
export const PaymentMethod = z.enum(['statement', 'cash', 'counter', 'other', 'unstated']);

/* Payments. */

const PaymentId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const rowId = z.int().check(z.positive());

const lineIds = (least: number) =>
  z
    .array(rowId, { error: '請選擇明細' })
    .check(z.minLength(least, { error: '請選擇明細' }), z.maxLength(20, { error: '一次以 20 筆明細為限' }));
const registrationIds = z
  .array(rowId, { error: '請選擇報名' })
  .check(z.minLength(1, { error: '請選擇報名' }), z.maxLength(100, { error: '一次以 100 筆報名為限' }));
const reason = text({ label: '原因', max: 500, lines: true });
const dayField = (label: string) =>
  z
    .string({ error: `請輸入${label}` })
    .check(refuse((value: string) => (isDate(value) ? null : `${label}不是有效的日期`)));

export const kindNames = { full: '確認繳費', partial: '部分繳款', surplus: '溢繳' } as const;
const PaymentKind = z.enum(['full', 'partial', 'surplus']);

const step = { method: 'POST', access: 'payment.confirm' } as const;
const lineFaults = ['line_unknown', 'line_used', 'line_aside', 'line_other_account'] as const;
const registrationFaults = [
  'registration_unknown',
  'registration_paid',
  'payment_not_approved',
  'class_completed',
] as const;

const amountField = z
  .int({ error: '金額必須為整數' })
  .check(z.minimum(0, { error: '金額不得小於 0' }), z.maximum(9_999_999, { error: '金額過大' }));

const ReceivedBy = z.object({
  method: z.enum(['cash', 'counter', 'other'], { error: '請選擇繳款方式' }),
  amount: amountField,
  receivedOn: dayField('收款日期'),
});

export const confirmPayment = endpoint({
  ...step,
  path: '/api/office/payments',
  summary: '確認繳費：以對帳單明細，或現金、臨櫃收款',
  body: z.object({
    lineIds: lineIds(0),
    registrationIds,
    received: z.nullable(ReceivedBy),
    /** Received minus due, as shown. */
    difference: z.int({ error: '差額不正確' }),
    note: optionalText({ label: '差額說明', max: 500, lines: true }),
  }),
  idempotencyField: 'form',
  answer: z.object({ id: z.int(), surplus: z.int() }),
  refusals: [
    ...lineFaults,
    ...registrationFaults,
    'payment_difference',
    'payment_short_note',
    'payment_without_line',
    'received_late',
  ],
});

export const recordPartialPayment = endpoint({
  ...step,
  path: '/api/office/payments/partial',
  summary: '款項不足：保留已收款項，通知尚差金額，報名回到未繳費',
  body: z.object({ lineIds: lineIds(1), registrationIds, missing: z.int({ error: '差額不正確' }) }),
  idempotencyField: 'form',
  answer: z.object({ id: z.int() }),
  refusals: [...lineFaults, ...registrationFaults, 'payment_difference', 'payment_not_short'],
});

export const takeSurplus = endpoint({
  ...step,
  path: '/api/office/payments/surplus',
  summary: '重複繳款：將明細列為已完成報名者的溢繳，各自產生待退費',
  body: z.object({ lineIds: lineIds(1), registrationIds, reason }),
  idempotencyField: 'form',
  answer: z.object({ id: z.int() }),
  refusals: [...lineFaults, 'registration_unknown', 'surplus_not_paid'],
});

export const rejectReport = endpoint({
  ...step,
  path: '/api/office/payment-reports/:id/reject',
  summary: '查無此款：報名回到待繳費並通知回報者',
  params: PaymentId,
  body: z.object({ reason }),
  answer: z.object({ rejected: z.int() }),
  refusals: ['report_unknown', 'report_settled'],
});

export const undoPayment = endpoint({
  ...step,
  path: '/api/office/payments/:id/undo',
  summary: '撤銷確認：尚無成績且溢繳未退時',
  params: PaymentId,
  body: z.object({ reason }),
  answer: z.object({}),
  refusals: ['not_found', 'undo_result', 'undo_refund_paid', 'undo_state', 'undo_done'],
});

const PaymentIds = z
  .array(rowId, { error: '請選擇款項' })
  .check(z.minLength(1, { error: '請選擇款項' }), z.maxLength(300, { error: '一次以 300 筆款項為限' }));

export const withdrawPayments = endpoint({
  ...step,
  path: '/api/office/payments/withdraw',
  summary: `確認後 ${UNDO_SECONDS} 秒內復原，通知信不寄出；逐筆回覆結果，信件已寄出者無法復原`,
  body: z.object({ paymentIds: PaymentIds }),
  answer: z.object({
    results: z.array(z.object({ id: z.int(), done: z.boolean(), why: z.nullable(z.string()) })),
  }),
  refusals: [],
});

export const Payable = z.object({
  id: z.int(),
  personId: z.int(),
  name: z.string(),
  identity: z.string(),
  state: RegistrationState,
  class: z.object({ code: z.string(), course: z.string() }),
  group: z.nullable(z.string()),
  fee: z.int(),
  /** The amount still owed; 0 for a paid or cancelled registration. */
  due: z.int(),
  /** Received before, of an unpaid registration. */
  partialPaid: z.int(),
  report: z.nullable(
    z.object({
      id: z.int(),
      day: z.string(),
      digits: z.string(),
      money: z.int(),
      name: z.string(),
      covers: z.array(z.int()),
    }),
  ),
});
export type Payable = z.infer<typeof Payable>;

export const findPayables = endpoint({
  method: 'POST',
  path: '/api/office/payments/search',
  access: 'payment.confirm',
  summary: '搜尋可繳費的報名：姓名、證號、課程代碼或末五碼',
  body: z.object({
    search: searchText(60),
    /** Only registrations that may be paid into this account. */
    accountId: z.nullable(rowId),
  }),
  answer: z.array(Payable),
  refusals: [],
});

const PaidClass = z.object({
  code: z.string(),
  people: z.array(z.object({ id: z.int(), name: z.string() })),
});

export const PaymentRow = z.object({
  id: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  receivedOn: z.string(),
  kind: PaymentKind,
  method: PaymentMethod,
  amount: z.int(),
  account: z.nullable(z.string()),
  organization: z.string(),
  for: z.array(PaidClass),
  note: z.nullable(z.string()),
  undone: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.string() })),
  canUndo: z.boolean(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

const input = {
  filters: {
    kind: wordFilter(['full', 'partial', 'surplus']),
    method: wordFilter(['statement', 'cash', 'counter', 'other', 'unstated']),
    undone: wordFilter(['yes', 'no']),
    from: dayFilter,
    until: dayFilter,
    ...InOrganization,
  },
  sorts: ['createdAt'],
  sort: '-createdAt',
} as const;

export const paymentList = endpoint({
  method: 'GET',
  path: '/api/office/payments',
  access: 'payment.read',
  summary: '收款紀錄',
  query: listQuery(input),
  answer: listAnswer(PaymentRow),
  refusals: [],
});

export const exportPayments = endpoint({
  method: 'POST',
  path: '/api/office/payments/export',
  access: 'export.list',
  summary: '依篩選條件匯出收款紀錄；每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

/* Refunds. */

const refundStates = ['due', 'paid', 'waived', 'withdrawn'] as const;
export const refundStateNames = {
  due: '待退費',
  paid: '已退費',
  waived: '不退費',
  withdrawn: '已撤回',
} as const;

export const RefundRow = z.object({
  id: z.int(),
  createdAt: z.string(),
  registrationId: z.int(),
  personId: z.int(),
  person: z.string(),
  class: z.object({ code: z.string(), course: z.string(), organization: z.string() }),
  amount: z.int(),
  /** Null if it was not changed. */
  proposed: z.nullable(z.int()),
  reason: z.string(),
  state: z.enum(refundStates),
  enteredBy: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  settledBy: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  waiveReason: z.nullable(z.string()),
  can: z.object({
    change: z.boolean(),
    pay: z.boolean(),
    waive: z.boolean(),
    why: z.nullable(z.string()),
  }),
});
export type RefundRow = z.infer<typeof RefundRow>;

const refundInput = {
  filters: { state: wordFilter(refundStates), from: dayFilter, until: dayFilter, ...InOrganization },
  sorts: ['createdAt'],
  sort: '-createdAt',
} as const;

export const refundList = endpoint({
  method: 'GET',
  path: '/api/office/refunds',
  access: 'payment.read',
  summary: '退費',
  query: listQuery(refundInput),
  answer: listAnswer(RefundRow),
  refusals: [],
});

export const exportRefunds = endpoint({
  method: 'POST',
  path: '/api/office/refunds/export',
  access: 'export.list',
  summary: '依篩選條件匯出退費；每次匯出皆留下紀錄',
  body: z.extend(listQuery(refundInput), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

const refundStep = { method: 'POST', access: 'payment.refund', params: PaymentId, stepUp: true } as const;
const faults = ['not_found', 'refund_settled', 'step_up_required'] as const;

export const RefundChangeForm = z.object({
  amount: z
    .int({ error: '金額必須為整數' })
    .check(z.minimum(1, { error: '金額須大於 0' }), z.maximum(9_999_999, { error: '金額過大' })),
  reason,
});
export type RefundChangeForm = z.infer<typeof RefundChangeForm>;

export const changeRefund = endpoint({
  ...refundStep,
  path: '/api/office/refunds/:id/change',
  summary: '變更退費金額',
  body: z.extend(RefundChangeForm, { before: z.int() }),
  answer: z.object({}),
  refusals: [...faults, 'refund_changed', 'refund_too_much'],
});

export const RefundPaymentForm = z.object({
  paidOn: dayField('退費日期'),
  reference: text({ label: '匯款序號', max: 60 }),
});
export type RefundPaymentForm = z.infer<typeof RefundPaymentForm>;

export const payRefund = endpoint({
  ...refundStep,
  path: '/api/office/refunds/:id/pay',
  summary: '登記已退費',
  body: z.extend(RefundPaymentForm, { amount: z.int() }),
  answer: z.object({}),
  refusals: [...faults, 'refund_changed', 'refund_own', 'refund_day'],
});

export const waiveRefund = endpoint({
  ...refundStep,
  path: '/api/office/refunds/:id/waive',
  summary: '登記不退費，附原因',
  body: z.object({ reason }),
  answer: z.object({}),
  refusals: [...faults, 'refund_own'],
});
