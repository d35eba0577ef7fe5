import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { halfWidth, refuse, text } from '../fields.ts';
import { codePoints } from '../primitives.ts';
import { ClassId } from './classes.ts';
import { InOrganization } from './list.ts';

/* Search. */

export const SEARCH_MIN = 2;
export const MAX_HITS = 6;

const found = <T extends z.ZodMiniType>(hit: T) =>
  z.nullable(
    z.object({
      hits: z.array(hit),
      more: z.boolean(),
    }),
  );

const PersonHit = z.object({
  id: z.int(),
  name: z.string(),
  identity: z.string(),
  organization: z.nullable(z.string()),
});

const RegistrationHit = z.object({
  id: z.int(),
  person: z.string(),
  code: z.string(),
  course: z.string(),
  state: z.enum(['pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled']),
  startTime: z.string(),
});

const ClassHit = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
});

const GroupHit = z.object({ id: z.int(), code: z.string(), name: z.string() });

const CertificateHit = z.object({
  id: z.int(),
  number: z.string(),
  personId: z.int(),
  person: z.string(),
  course: z.string(),
  endTime: z.string(),
});

/** Null for a kind that the caller may not read. */
export const SearchAnswer = z.object({
  people: found(PersonHit),
  registrations: found(RegistrationHit),
  classes: found(ClassHit),
  groups: found(GroupHit),
  certificates: found(CertificateHit),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** A POST keeps names and identity numbers out of addresses and logs. */
export const search = endpoint({
  method: 'POST',
  path: '/api/office/search',
  access: 'office',
  summary: '搜尋學員、報名、課程、團體與證照；證號與電子郵件只找完全相同者或開頭相同者',
  allowedOnFullDisk: true,
  body: z.object({
    q: text({ label: '關鍵字', max: 60 }).check(
      halfWidth,
      refuse((value: string) => (codePoints(value) < SEARCH_MIN ? `請輸入至少 ${SEARCH_MIN} 個字` : null)),
    ),
    ...InOrganization,
  }),
  answer: SearchAnswer,
  refusals: [],
});

/* Today. */

/** Days ahead. */
export const UPCOMING_DAYS = 7;
export const CHART_MONTHS = 12;

const query = z.object(InOrganization);

const Waiting = z.object({
  /** Reviews are counted up to `COUNTED_MAX`; a higher number means more. */
  count: z.int(),
  oldestAt: z.nullable(z.string()),
});
export type Waiting = z.infer<typeof Waiting>;

/** Null for work that the caller may not do. */
export const WaitingWork = z.object({
  review: z.nullable(Waiting),
  reconcile: z.nullable(Waiting),
  /** Refunds due. */
  refunds: z.nullable(Waiting),
  results: z.nullable(Waiting),
  /** People who have passed and have no certificate; the oldest by the end of their training. */
  certificates: z.nullable(Waiting),
  /** Requests for renewal. */
  renewals: z.nullable(Waiting),
  overdue: z.nullable(Waiting),
  /** Requests under the Personal Data Protection Act. */
  privacy: z.nullable(Waiting),
  /** 個資事件 that are not closed. */
  incidents: z.nullable(Waiting),
  mails: z.nullable(Waiting),
});
export type WaitingWork = z.infer<typeof WaitingWork>;

export const waitingWork = endpoint({
  method: 'GET',
  path: '/api/office/waiting',
  access: 'office',
  background: true,
  summary: '待辦工作的件數與最早時間',
  query,
  answer: WaitingWork,
  refusals: [],
});

const ClassAhead = z.object({
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
  limitNumber: z.int(),
  number: z.int(),
});

export const UpcomingClass = z.extend(ClassAhead, {
  id: z.int(),
  unreviewed: z.int(),
  unpaid: z.int(),
});
export type UpcomingClass = z.infer<typeof UpcomingClass>;

export const upcomingClasses = endpoint({
  method: 'GET',
  path: '/api/office/upcoming-classes',
  access: 'class.read',
  summary: `${UPCOMING_DAYS} 天內開課的課程及其欠缺`,
  query,
  /** At most 50 classes. */
  answer: z.array(UpcomingClass),
  refusals: [],
});

/** A class waits for its publication, for more people, or for its completion. */
export const classTaskKinds = ['publish', 'minimum', 'complete'] as const;
export type ClassTaskKind = (typeof classTaskKinds)[number];

/** A class that lacks people is shown if it begins within these days. */
export const MINIMUM_DAYS = 14;

export const ClassTask = z.object({
  kind: z.enum(classTaskKinds),
  id: z.int(),
  code: z.string(),
  course: z.string(),
  startTime: z.string(),
  /** The class is over since then. */
  endTime: z.nullable(z.string()),
  /** How many people the minimum lacks. */
  missing: z.int(),
});
export type ClassTask = z.infer<typeof ClassTask>;

export const classTasks = endpoint({
  method: 'GET',
  path: '/api/office/class-tasks',
  access: 'class.publish',
  summary: `等待處理的課程：未發布的草稿、${MINIMUM_DAYS} 天內開課而未達最低開班人數、可辦理結訓`,
  query,
  /** The answer holds at most 50 classes of each kind. */
  answer: z.array(ClassTask),
  refusals: [],
});

export const chartDays = ['7', '30', '90'] as const;
export type ChartDays = (typeof chartDays)[number];

export const Charts = z.object({
  /** Includes days without any. */
  registrations: z.array(z.object({ day: z.string(), count: z.int() })),
  fillRates: z.array(ClassAhead),
  /** Whole New Taiwan dollars. */
  fees: z.array(z.object({ month: z.string(), amount: z.int() })),
});
export type Charts = z.infer<typeof Charts>;

export const charts = endpoint({
  method: 'GET',
  path: '/api/office/charts',
  access: 'report.read',
  summary: '每日報名人數、課程額滿率與每月確認收款',
  query: z.extend(query, {
    /** How many days of registrations. */
    days: z._default(z.enum(chartDays, { error: '天數不正確' }), '30'),
  }),
  answer: Charts,
  refusals: [],
});

const FilledDay = z.object({
  day: z.string(),
  /** Seats taken that day. */
  taken: z.int(),
  /** Seats given back that day. */
  returned: z.int(),
});
export type FilledDay = z.infer<typeof FilledDay>;

export const classFill = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/fill',
  access: 'class.read',
  summary: '課程的名額每日取得與釋出的人數',
  params: ClassId,
  /** The answer leaves out days on which nothing changed. */
  answer: z.array(FilledDay),
  refusals: ['not_found'],
});
