import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { InOrganization } from './scope.ts';

export const RESULTS_DAYS = 180;

export const TaughtClass = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  place: z.string(),
  endTime: z.string(),
  /** Its hours today, `09:00–12:00`, the earliest first. */
  hoursToday: z.array(z.string()),
  /** Confirmed people, and those without a published result. */
  people: z.int(),
  missing: z.int(),
});
export type TaughtClass = z.infer<typeof TaughtClass>;

export const taughtClasses = endpoint({
  method: 'GET',
  path: '/api/office/taught-classes',
  access: 'attendance.read',
  summary: '今日上課的課程，與已結束而成績尚未公布的課程',
  query: z.object(InOrganization),
  answer: z.object({
    today: z.array(TaughtClass),
    /** Over, the oldest first; at most 100. */
    missing: z.array(TaughtClass),
  }),
  refusals: [],
});
