import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { InOrganization } from './scope.ts';

/** Days ahead. */
export const UPCOMING_DAYS = 7;
export const CHART_DAYS = 30;
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
  overdue: z.nullable(Waiting),
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
  /** At most 50. */
  answer: z.array(UpcomingClass),
  refusals: [],
});

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
  query,
  answer: Charts,
  refusals: [],
});
