import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const jobStates = ['queued', 'running', 'stopped', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

export const JOBS_SHOWN = 20;
export const JOB_ITEMS_SHOWN = 100;

const JobId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

/** The answer (202) of every call that starts a job. */
export const StartedJob = z.object({ jobId: z.int() });
export type StartedJob = z.infer<typeof StartedJob>;

export const JobRow = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(jobStates),
  /** Why it was stopped by the system, or failed. */
  error: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  askedBy: z.string(),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  keptUntil: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  can: z.object({ stop: z.boolean(), continue: z.boolean(), download: z.boolean() }),
});
export type JobRow = z.infer<typeof JobRow>;

const JobItem = z.object({
  position: z.int(),
  key: z.string(),
  label: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  /** A note about the result, or the reason why the item failed. */
  note: z.nullable(z.string()),
});

const wrong = '查詢條件不正確';

export const jobList = endpoint({
  method: 'GET',
  path: '/api/office/jobs',
  access: 'office',
  summary: '自己最近的背景作業；系統管理員可查看所有人的',
  background: true,
  query: z.object({ whose: z.optional(z.enum(['own', 'everyone'], { error: wrong })) }),
  answer: z.array(JobRow),
  refusals: [],
});

export const jobDetail = endpoint({
  method: 'GET',
  path: '/api/office/jobs/:id',
  access: 'office',
  summary: '一項背景作業的進度與逐筆結果',
  background: true,
  params: JobId,
  query: z.object({
    only: z.optional(z.literal('failed', { error: wrong })),
    /** A position: the items after it. */
    after: z.optional(
      z.coerce.number({ error: wrong }).check(z.int({ error: wrong }), z.minimum(0, { error: wrong })),
    ),
  }),
  answer: z.extend(JobRow, {
    items: z.array(JobItem),
    /** The `after` of the next page. */
    next: z.nullable(z.int()),
  }),
  refusals: ['not_found'],
});

export const stopJob = endpoint({
  method: 'POST',
  path: '/api/office/jobs/:id/stop',
  access: 'office',
  summary: '停止背景作業：進行中的一筆完成後停止',
  params: JobId,
  answer: JobRow,
  refusals: ['not_found', 'job_ended'],
});

export const continueJob = endpoint({
  method: 'POST',
  path: '/api/office/jobs/:id/continue',
  access: 'office',
  summary: '繼續已停止或發生錯誤的背景作業',
  params: JobId,
  answer: JobRow,
  refusals: ['not_found', 'forbidden', 'job_ended'],
});

export const jobFile = endpoint({
  method: 'GET',
  path: '/api/office/jobs/:id/file',
  access: 'office',
  summary: '下載背景作業製成的檔案，限申請人',
  params: JobId,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found'],
});
