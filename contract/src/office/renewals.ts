import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, text } from '../fields.ts';
import { seenVersion } from './audit.ts';
import { InOrganization, idFilter, listAnswer, listQuery, wordFilter } from './list.ts';

const Training = z.object({
  classCode: z.string(),
  course: z.string(),
  lastDay: z.string(),
  hours: z.int(),
  isPassed: z.boolean(),
  /** Towards the rule of the kind. */
  counts: z.boolean(),
});

const Inquiry = z.object({
  id: z.int(),
  text: z.string(),
  askedAt: z.string(),
  /** Null: the request waits for the person. */
  answeredAt: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  hasFile: z.boolean(),
});

const Rule = z.object({
  hours: z.int(),
  years: z.int(),
  /** The first day on which a class may end and count. */
  countedFrom: z.string(),
  counted: z.int(),
  /** 0: the rule is met. */
  missing: z.int(),
});

const EarlierRequest = z.object({
  askedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  state: z.enum(['approved', 'rejected']),
  reason: z.nullable(z.string()),
});

export const RenewalRow = z.object({
  id: z.int(),
  /** A form that decides sends back the version that it was shown. */
  version: z.int(),
  askedAt: z.string(),
  /** The text that the person wrote. */
  note: z.nullable(z.string()),
  personId: z.int(),
  name: z.string(),
  identity: z.string(),
  certificate: z.object({
    id: z.int(),
    number: z.string(),
    kind: z.string(),
    organization: z.string(),
    issuedOn: z.string(),
    endTime: z.string(),
  }),
  /** Passed in courses of the kind since the certificate was issued. */
  hours: z.int(),
  /** Null: the kind has no rule. */
  rule: z.nullable(Rule),
  /** Classes of the kind with a result since the issue. */
  trainings: z.array(Training),
  /** The questions to the person, the newest first. */
  inquiries: z.array(Inquiry),
  /** The person's earlier requests for this kind, the newest first. */
  earlier: z.array(EarlierRequest),
});
export type RenewalRow = z.infer<typeof RenewalRow>;

export const renewalQueue = endpoint({
  method: 'GET',
  path: '/api/office/renewals',
  access: 'renewal.review',
  summary: '展延審核：待審核的展延申請，久候者在前',
  query: listQuery({
    filters: { kind: idFilter, waits: wordFilter(['staff', 'person']), ...InOrganization },
    sorts: ['askedAt'],
    sort: 'askedAt',
  }),
  answer: listAnswer(RenewalRow),
  refusals: [],
});

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const step = { method: 'POST', access: 'renewal.review', params: ById } as const;
const refusals = [
  'renewal_unknown',
  'renewal_decided',
  'certificate_replaced',
  'certificate_expired',
  'certificate_ended',
  'changed_meanwhile',
] as const;

export const RENEWAL_REASON_MAX = 500;

export const approveRenewal = endpoint({
  ...step,
  path: '/api/office/renewals/:id/approve',
  summary: '核准展延並核發新證照；未符合展延規則者須附原因；同一人重複送出不是錯誤',
  body: z.object({
    version: seenVersion,
    /** Why it is approved although the rule of the kind is not met. */
    exceptionReason: optionalText({ label: '原因', max: RENEWAL_REASON_MAX, lines: true }),
  }),
  answer: z.object({ certificateId: z.int() }),
  refusals: [
    ...refusals,
    'renewal_rule_unmet',
    'certificate_dates',
    'certificate_name',
    'certificate_kind',
    'certificate_live',
  ],
});

export const rejectRenewal = endpoint({
  ...step,
  path: '/api/office/renewals/:id/reject',
  summary: '退回展延申請，附原因；原因會寄給學員，學員可再次申請',
  body: z.object({
    reason: text({ label: '原因', max: RENEWAL_REASON_MAX, lines: true }),
    version: seenVersion,
  }),
  answer: z.object({ id: z.int() }),
  refusals,
});

export const askDocument = endpoint({
  ...step,
  path: '/api/office/renewals/:id/inquiries',
  summary: '請學員補件：寄信通知，申請留在待審核，並待學員回覆',
  body: z.object({
    text: text({ label: '補件內容', max: RENEWAL_REASON_MAX, lines: true }),
    version: seenVersion,
  }),
  answer: z.object({ id: z.int() }),
  refusals: ['renewal_unknown', 'renewal_decided', 'renewal_inquiry_open', 'changed_meanwhile'],
});

export const answerFile = endpoint({
  method: 'GET',
  path: '/api/office/renewals/inquiries/:id/file',
  access: 'renewal.review',
  summary: '開啟學員補件的檔案；每次調閱都會留下紀錄',
  params: ById,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found'],
});

export const approveRenewals = endpoint({
  method: 'POST',
  path: '/api/office/renewals/approve',
  access: 'renewal.review',
  summary: '整批核准符合展延規則的申請，逐筆回覆結果',
  body: z.object({
    requests: z
      .array(z.object({ id: z.int().check(z.positive()), version: seenVersion }), { error: '請選擇申請' })
      .check(z.minLength(1, { error: '請選擇申請' }), z.maxLength(100, { error: '一次以 100 筆為限' })),
  }),
  answer: z.object({
    results: z.array(z.object({ id: z.int(), done: z.boolean(), why: z.nullable(z.string()) })),
  }),
  refusals: [],
});
