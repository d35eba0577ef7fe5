import * as z from 'zod/mini';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, text } from '../fields.ts';
import { Actor, HistoryEntry, seenVersion } from './audit.ts';
import { wholeNumber } from './enrolment.ts';
import { InOrganization, listAnswer, listQuery, wordFilter } from './list.ts';

export const requestKinds = ['erasure', 'access', 'correction'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The days for a decision by 個人資料保護法 §13. They may be extended once, by as many again. */
export const legalDays: Readonly<Record<RequestKind, number>> = { erasure: 30, access: 15, correction: 30 };

export const requestStates = ['requested', 'withdrawn', 'declined', 'answered', 'erased'] as const;
export type RequestState = (typeof requestStates)[number];

const PrivacyRequestRow = z.object({
  id: z.int(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  requestedAt: z.string(),
  /** The last day of the period in the law. */
  dueOn: z.string(),
  /** Negative after the last day; null for a closed request. */
  daysLeft: z.nullable(z.int()),
  isExtended: z.boolean(),
  personId: z.int(),
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  organization: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
});
export type PrivacyRequestRow = z.infer<typeof PrivacyRequestRow>;

export const privacyRequests = endpoint({
  method: 'GET',
  path: '/api/office/privacy/requests',
  access: 'privacy.handle',
  summary: '個資申請：未結案者在前，依申請時間先後',
  query: listQuery({
    filters: { kind: wordFilter(requestKinds), state: wordFilter(requestStates), ...InOrganization },
    sorts: ['waiting'],
    sort: 'waiting',
  }),
  answer: listAnswer(PrivacyRequestRow),
  refusals: [],
});

const PrivacyRequest = z.extend(PrivacyRequestRow, {
  /** A form that decides sends back the version that it was shown. */
  version: z.int(),
  /** Null if mails do not reach the person. */
  mailbox: z.nullable(z.string()),
  /** The request of the person, as staff wrote it down. */
  note: z.nullable(z.string()),
  /** Whether staff recorded the request. Otherwise the person sent it. */
  isRecorded: z.boolean(),
  extension: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  /** The answer to the person. */
  reason: z.nullable(z.string()),
  can: z.object({
    extend: z.boolean(),
    decline: z.boolean(),
    answer: z.boolean(),
    withdraw: z.boolean(),
    erase: z.boolean(),
  }),
});
export type PrivacyRequest = z.infer<typeof PrivacyRequest>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const one = { access: 'privacy.handle', params: ById } as const;

export const privacyRequest = endpoint({
  ...one,
  method: 'GET',
  path: '/api/office/privacy/requests/:id',
  summary: '一件個資申請',
  answer: PrivacyRequest,
  refusals: ['not_found'],
});

export const privacyRequestHistory = endpoint({
  ...one,
  method: 'GET',
  path: '/api/office/privacy/requests/:id/history',
  summary: '一件個資申請的歷程',
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const PRIVACY_TEXT_MAX = 1000;
const longText = (label: string) => text({ label, max: PRIVACY_TEXT_MAX, lines: true });

export const RequestForm = z.object({
  number: wholeNumber,
  kind: z.enum(requestKinds, { error: '請選擇申請事項' }),
  requestedOn: z
    .string({ error: '請輸入申請日期' })
    .check(refuse((value: string) => (isDate(value) ? null : '申請日期不正確'))),
  note: optionalText({ label: '申請內容', max: PRIVACY_TEXT_MAX, lines: true }),
});
export type RequestForm = z.infer<typeof RequestForm>;

export const recordRequest = endpoint({
  method: 'POST',
  path: '/api/office/privacy/requests',
  access: 'privacy.handle',
  summary: '登錄學員臨櫃、來信或來電提出的個資申請，並寄信確認已受理',
  body: RequestForm,
  idempotencyField: 'form',
  answer: z.object({ id: z.int() }),
  refusals: ['privacy_person_unknown', 'privacy_request_open', 'privacy_requested_later'],
});

const step = { ...one, method: 'POST', answer: PrivacyRequest } as const;
const refusals = ['not_found', 'privacy_request_closed', 'changed_meanwhile'] as const;
const WithReason = z.object({ reason: longText('原因'), version: seenVersion });

export const extendRequest = endpoint({
  ...step,
  path: '/api/office/privacy/requests/:id/extend',
  summary: '延長期限一次，原因以書面（信件）通知學員',
  body: WithReason,
  refusals: [...refusals, 'privacy_request_extended'],
});

export const declineRequest = endpoint({
  ...step,
  path: '/api/office/privacy/requests/:id/decline',
  summary: '駁回申請，原因會寄給學員',
  body: WithReason,
  refusals,
});

export const answerRequest = endpoint({
  ...step,
  path: '/api/office/privacy/requests/:id/answer',
  summary: '查詢、複製本、更正或補充已辦理完成，說明會寄給學員',
  body: z.object({ answer: longText('辦理情形'), version: seenVersion }),
  refusals,
});

export const withdrawRequest = endpoint({
  ...step,
  path: '/api/office/privacy/requests/:id/withdraw',
  summary: '登錄學員撤回申請，並寄信確認',
  body: z.object({ version: seenVersion }),
  refusals,
});

/* Erasure. */

export const erasureObstacles = [
  'live_registration',
  'unpaid',
  'refund_due',
  'open_renewal',
  'only_manager',
  'open_request',
] as const;

/** Why rows stay: `register` and `accounting` by law, `claims` until claims expire, `anonymous` because they name nobody. */
const keptReasons = ['register', 'accounting', 'claims', 'anonymous'] as const;

export const ErasurePreview = z.object({
  obstacles: z.array(z.object({ code: z.enum(erasureObstacles), count: z.int() })),
  /** The rows of each table that are removed and those that stay. */
  parts: z.array(
    z.object({
      table: z.string(),
      how: z.enum(['deleted', 'emptied', 'masked', 'kept']),
      rows: z.int(),
      why: z.nullable(z.enum(keptReasons)),
    }),
  ),
  /** The address for the last mail; null without a confirmed mailbox. */
  lastMailTo: z.nullable(z.string()),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;
export type ErasureObstacle = ErasurePreview['obstacles'][number];
export type ErasurePart = ErasurePreview['parts'][number];

export const previewErasure = endpoint({
  ...one,
  method: 'GET',
  path: '/api/office/privacy/requests/:id/erasure',
  summary: '試算：逐表列出將刪除、清空、遮蔽與依法保留的資料，以及尚未了結的事項；不變更任何資料',
  answer: ErasurePreview,
  refusals: ['not_found', 'privacy_request_closed'],
});

export const erasePerson = endpoint({
  ...step,
  path: '/api/office/privacy/requests/:id/erase',
  stepUp: true,
  summary: '刪除學員的個人資料，無法復原；依法須保留者除外，本人之後可重新加入',
  body: WithReason,
  refusals: [...refusals, 'erasure_obstacle'],
});

/* Copies, and who looked. */

export const copyPersonalData = endpoint({
  ...one,
  method: 'POST',
  path: '/api/office/privacy/requests/:id/copy',
  stepUp: true,
  summary: '下載學員的個人資料（ZIP），供交付查詢或複製本的申請人；每次皆留下紀錄',
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/zip',
  refusals: ['not_found', 'privacy_request_closed'],
});

const PersonLook = z.object({
  key: z.string(),
  at: z.string(),
  actor: Actor,
  what: z.string(),
  /** The number of the sign-in of the staff member. */
  session: z.nullable(z.int()),
});
export type PersonLook = z.infer<typeof PersonLook>;

export const personLooks = endpoint({
  ...one,
  method: 'GET',
  path: '/api/office/privacy/people/:id/looks',
  summary:
    '誰查閱過一位學員的資料：完整證號、照片、文件、證照檔案、複製本，以及列有這位學員的匯出與課程文件，新的在前',
  answer: z.object({ name: z.string(), looks: z.array(PersonLook) }),
  refusals: ['not_found'],
});
