import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idFilter, listAnswer, listQuery, searchFilter, wordFilter } from './list.ts';
import { InOrganization } from './scope.ts';

/* 開課: the classes of one's scope. */

export const classStates = ['draft', 'published', 'closed', 'completed', 'cancelled'] as const;
export const ClassState = z.enum(classStates);
export type ClassState = z.infer<typeof ClassState>;

export const classStateNames: Readonly<Record<ClassState, string>> = {
  draft: '草稿',
  published: '已發布',
  closed: '停止報名',
  completed: '已結訓',
  cancelled: '已停開',
};

/** Why a class is called off. */
export const callOffReasons = ['too_few', 'disaster', 'instructor', 'other'] as const;
export const CallOffReason = z.enum(callOffReasons, { error: '請選擇原因' });
export type CallOffReason = z.infer<typeof CallOffReason>;

export const callOffReasonNames: Readonly<Record<CallOffReason, string>> = {
  too_few: '人數不足',
  disaster: '天災',
  instructor: '講師因素',
  other: '其他',
};

export const ClassRow = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  state: ClassState,
  startTime: z.string(),
  place: z.string(),
  limitNumber: z.int(),
  /** Seats held. */
  number: z.int(),
  /** Of these the registrations that wait for review, and those that are not paid or not confirmed. */
  pending: z.int(),
  unpaid: z.int(),
});
export type ClassRow = z.infer<typeof ClassRow>;

const monthFilter = z.optional(
  z.string({ error: '月份不正確' }).check(z.regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, { error: '月份不正確' })),
);

const input = {
  filters: {
    state: wordFilter(classStates),
    /** The month of the start, `2026-12`. */
    month: monthFilter,
    course: idFilter,
    /** Parts of code, name or place. */
    word: searchFilter,
    ...InOrganization,
  },
  sorts: ['startTime', 'code'],
  sort: '-startTime',
} as const;

export const classList = endpoint({
  method: 'GET',
  path: '/api/office/classes',
  access: 'class.read',
  summary: '開課列表',
  query: listQuery(input),
  answer: listAnswer(ClassRow),
  refusals: [],
});

export const ClassId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

const Session = z.object({
  date: z.string(),
  /** `09:00`. */
  from: z.string(),
  to: z.string(),
  place: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
});
export type ClassSession = z.infer<typeof Session>;

const Named = z.object({ id: z.int(), name: z.string() });

export const OfficeClass = z.object({
  id: z.int(),
  code: z.string(),
  state: ClassState,
  course: z.object({ id: z.int(), code: z.string(), name: z.string(), hours: z.int() }),
  organization: Named,
  startTime: z.string(),
  endTime: z.nullable(z.string()),
  sessions: z.array(Session),
  place: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  limitNumber: z.int(),
  minimumNumber: z.nullable(z.int()),
  /** Seats held. */
  number: z.int(),
  /** Registrations by their state. */
  counts: z.object({
    pending: z.int(),
    unpaid: z.int(),
    reported: z.int(),
    confirmed: z.int(),
    refused: z.int(),
  }),
  fee: z.int(),
  paymentDays: z.int(),
  bankAccount: z.nullable(
    z.object({ id: z.int(), bank: z.string(), holder: z.string(), number: z.string() }),
  ),
  /** Hours taught; null: those of the course. */
  hours: z.nullable(z.int()),
  personalAllow: z.boolean(),
  groupAllow: z.boolean(),
  /** The group that it is reserved for. */
  group: z.nullable(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  applyFrom: z.nullable(z.string()),
  applyUntil: z.nullable(z.string()),
  html: z.string(),
  paidHtml: z.string(),
  info: z.nullable(z.string()),
  staffNote: z.string(),
  publishedAt: z.nullable(z.string()),
  publishAt: z.nullable(z.string()),
  postponedAt: z.nullable(z.string()),
  freeCancelUntil: z.nullable(z.string()),
  calledOff: z.nullable(z.object({ reason: CallOffReason, text: z.string() })),
});
export type OfficeClass = z.infer<typeof OfficeClass>;

export const officeClass = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id',
  access: 'class.read',
  summary: '一個課程的全部資料',
  params: ClassId,
  answer: OfficeClass,
  refusals: ['not_found'],
});
