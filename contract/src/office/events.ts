import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { type Action, actions, type Subject, subjects } from './actions.ts';
import {
  dayFilter,
  ExportedFile,
  exportFields,
  idFilter,
  listAnswer,
  listQuery,
  wordFilter,
} from './list.ts';
import { InOrganization } from './scope.ts';

const actionNames = Object.keys(actions) as [Action, ...Action[]];
const subjectNames = Object.keys(subjects) as [Subject, ...Subject[]];

export const Actor = z.object({
  kind: z.enum(['staff', 'account', 'system']),
  id: z.nullable(z.int()),
  name: z.nullable(z.string()),
});
export type Actor = z.infer<typeof Actor>;

export const Change = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type Change = z.infer<typeof Change>;

export const HistoryEntry = z.object({
  key: z.string(),
  at: z.string(),
  actor: Actor,
  action: z.string(),
  changes: z.array(Change),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const AuditEvent = z.extend(HistoryEntry, {
  subject: z.string(),
  subjectId: z.nullable(z.int()),
  subjectName: z.nullable(z.string()),
  organization: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

const wrong = '查詢條件不正確';
const actorFilter = z.optional(
  z.string({ error: wrong }).check(z.regex(/^(staff:[1-9][0-9]{0,14}|system)$/, { error: wrong })),
);

const thingFilter = z.optional(
  z.string({ error: wrong }).check(z.regex(/^[a-z_]{1,30}:[1-9][0-9]{0,14}$/, { error: wrong })),
);

const eventFilters = {
  actor: actorFilter,
  action: wordFilter(actionNames),
  subject: wordFilter(subjectNames),
  thing: thingFilter,
  /** A trainee: what was done to the account, its registrations and its certificates. */
  account: idFilter,
  from: dayFilter,
  until: dayFilter,
};

const input = { filters: { ...eventFilters, ...InOrganization }, sorts: ['at'], sort: '-at' } as const;

export const events = endpoint({
  method: 'GET',
  path: '/api/office/events',
  access: 'audit.read',
  summary: '稽核紀錄：後台的每一次寫入、匯出、登入與證號查閱，新的在前',
  query: listQuery(input),
  answer: listAnswer(AuditEvent),
  refusals: [],
});

export const exportEvents = endpoint({
  method: 'POST',
  path: '/api/office/events/export',
  access: 'audit.read',
  summary: '依篩選條件匯出稽核紀錄；另須具備匯出權限，每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const registrationHistory = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id/history',
  access: 'registration.read',
  summary: '一筆報名的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const classHistory = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/history',
  access: 'class.read',
  summary: '一個課程的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const staffHistory = endpoint({
  method: 'GET',
  path: '/api/office/staff/:id/history',
  access: 'staff.read',
  summary: '一位後台人員的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});
