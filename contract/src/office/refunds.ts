import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { dayFilter, ExportedFile, exportFields, listAnswer, listQuery, wordFilter } from './list.ts';
import { dayField, PaymentId } from './payments.ts';
import { InOrganization } from './scope.ts';

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

const input = {
  filters: { state: wordFilter(refundStates), from: dayFilter, until: dayFilter, ...InOrganization },
  sorts: ['createdAt'],
  sort: '-createdAt',
} as const;

export const refundList = endpoint({
  method: 'GET',
  path: '/api/office/refunds',
  access: 'payment.read',
  summary: '退費',
  query: listQuery(input),
  answer: listAnswer(RefundRow),
  refusals: [],
});

export const exportRefunds = endpoint({
  method: 'POST',
  path: '/api/office/refunds/export',
  access: 'export.list',
  summary: '依篩選條件匯出退費；每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

const step = { method: 'POST', access: 'payment.refund', params: PaymentId, stepUp: true } as const;
const faults = ['not_found', 'refund_settled', 'step_up_required'] as const;
const reason = text({ label: '原因', max: 500, lines: true });

export const changeRefund = endpoint({
  ...step,
  path: '/api/office/refunds/:id/change',
  summary: '變更退費金額',
  body: z.object({
    amount: z
      .int({ error: '金額必須為整數' })
      .check(z.minimum(1, { error: '金額須大於 0' }), z.maximum(9_999_999, { error: '金額過大' })),
    before: z.int(),
    reason,
  }),
  answer: z.object({}),
  refusals: [...faults, 'refund_changed', 'refund_too_much'],
});

export const payRefund = endpoint({
  ...step,
  path: '/api/office/refunds/:id/pay',
  summary: '登記已退費',
  body: z.object({
    amount: z.int(),
    paidOn: dayField('退費日期'),
    reference: text({ label: '匯款序號', max: 60 }),
  }),
  answer: z.object({}),
  refusals: [...faults, 'refund_changed', 'refund_own', 'refund_day'],
});

export const waiveRefund = endpoint({
  ...step,
  path: '/api/office/refunds/:id/waive',
  summary: '登記不退費，附原因',
  body: z.object({ reason }),
  answer: z.object({}),
  refusals: [...faults, 'refund_own'],
});
