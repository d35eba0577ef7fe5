import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { InOrganization } from './scope.ts';

/* 出席與成績: the classes of today, and those that are over and lack results. */

/** Days that 待登錄成績 looks back. */
export const RESULTS_DAYS = 180;

export const TaughtClass = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  place: z.string(),
  /** The end of the class. */
  endTime: z.string(),
  /** Confirmed people, and those of them without a published result. */
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
    /** With a session today. */
    today: z.array(TaughtClass),
    /** Over, the longest ago first. At most 100 of each. */
    missing: z.array(TaughtClass),
  }),
  refusals: [],
});
