import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { searchText } from './fields.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Null if the way to enrol is open. */
export const EnrolmentObstacle = z.enum([
  'not_allowed',
  'not_open_yet',
  'closed',
  'started',
  'called_off',
  'full',
  'already_applied',
]);
export type EnrolmentObstacle = z.infer<typeof EnrolmentObstacle>;

/** `no_group`: the caller is logged in and manages no group that the class is for. */
export const GroupObstacle = z.enum([...EnrolmentObstacle.options, 'no_group']);
export type GroupObstacle = z.infer<typeof GroupObstacle>;

/** `src` is opaque: fetched as `/download?src=VALUE`. */
export const Attachment = z.object({
  id: z.int(),
  src: z.string(),
  name: z.string(),
  extension: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

export const ClassSession = z.object({
  date: z.string(),
  from: z.string(),
  to: z.string(),
  /** Null for the class's own place. */
  place: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
});
export type ClassSession = z.infer<typeof ClassSession>;

/** Times are ISO 8601 in Taipei. `personal_allow` and `group_allow` ignore free seats; the obstacles name the caller's. */
export const Class = z.object({
  id: z.int(),
  organization: z.string(),
  code: z.string(),
  name: z.string(),
  start_time: z.string(),
  limit_number: z.int(),
  number: z.int(),
  place: z.string(),
  contact_name: z.string(),
  contact_phone: z.string(),
  html: z.string(),
  group_name: z.nullable(z.string()),
  group_allow: z.boolean(),
  personal_allow: z.boolean(),
  /** The caller holds a seat, personally or through a group. */
  isAlreadyApply: z.boolean(),
  apply_from: z.nullable(z.string()),
  apply_until: z.nullable(z.string()),
  personal_obstacle: z.nullable(EnrolmentObstacle),
  group_obstacle: z.nullable(GroupObstacle),
  files: z.array(Attachment),
  /** Whole New Taiwan dollars for each person; 0 is free. */
  fee: z.int(),
  /** Days to pay after the approval. The deadline is the day before the class at the latest. */
  payment_days: z.int(),
  end_time: z.nullable(z.string()),
  /** Hours taught. */
  hours: z.int(),
  sessions: z.array(ClassSession),
});
export type Class = z.infer<typeof Class>;

export const ClassPage = pageOf(Class);
export type ClassPage = z.infer<typeof ClassPage>;

const unclear = { error: '查詢條件不正確' };

export const classes = endpoint({
  method: 'GET',
  path: '/api/classes',
  access: 'public',
  summary:
    '開課資訊，最新發布的在前：type=Normal 為陣列，type=Pagination 為分頁；organization 為會別名稱或 id，trainclass 為訓練項目代碼，word 為關鍵字，month 為開課月份，open=1 為可報名，open=group 為可團體報名，sort=start 依開課日期',
  query: z.object({
    ...pageQuery,
    organization: z.optional(searchText(60)),
    trainclass: z.optional(searchText(40)),
    /** All words must occur in code, name or place. */
    word: z.optional(searchText(60)),
    /** The month of the start, `2026-12`. */
    month: z.optional(z.string(unclear).check(z.regex(/^2[0-9]{3}-(0[1-9]|1[0-2])$/, unclear))),
    /** Only classes that take registrations now and have a free seat. */
    open: z.optional(z.enum(['1', 'group'], unclear)),
    /** Newest published first, or the first to start. */
    sort: z.optional(z.enum(['published', 'start'], unclear)),
  }),
  answer: z.union([ClassPage, z.array(Class)]),
  refusals: [],
});

export const classDetail = endpoint({
  method: 'GET',
  path: '/api/class/:code',
  access: 'public',
  summary: '課程內容；已開課的課程亦可查詢',
  params: z.object({ code: z.string() }),
  answer: Class,
  refusals: ['class_not_found'],
});
