import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { searchText } from './fields.ts';
import { pageOf, pageQuery } from './paging.ts';

/** A class that somebody has finished, or is in: confirmed and started. */
export const TrainingRecord = z.object({
  id: z.int(),
  organization: z.object({ name: z.string() }),
  /** The class's code. */
  code: z.string(),
  train_class: z.object({ no: z.string(), chinese_name: z.string() }),
  start_time: z.string(),
  /** null not yet completed, 1 pass, 2 fail. */
  state: z.nullable(z.int().check(z.minimum(1), z.maximum(2))),
});
export type TrainingRecord = z.infer<typeof TrainingRecord>;

export const TrainingRecordPage = pageOf(TrainingRecord);
export type TrainingRecordPage = z.infer<typeof TrainingRecordPage>;

export const Scores = z.object({
  user_name: z.string(),
  /** The course's Chinese name. */
  train_class: z.string(),
  /** In the order of the course's subjects; `id` is the subject's. Empty while nothing is recorded. */
  data: z.array(z.object({ id: z.int(), test_subject: z.string(), score: z.number() })),
});
export type Scores = z.infer<typeof Scores>;

export const trainingRecords = endpoint({
  method: 'POST',
  path: '/api/class/personal/TrainingRecord',
  access: 'trainee',
  summary:
    '個人訓練紀錄，開課日期新的在前：type=Pagination 為分頁，type=Normal 為陣列；organization 為會別名稱或 id，trainclass 為訓練項目代碼',
  query: z.object({
    ...pageQuery,
    organization: z.optional(searchText(60)),
    trainclass: z.optional(searchText(40)),
  }),
  allowedOnFullDisk: true,
  answer: z.union([TrainingRecordPage, z.array(TrainingRecord)]),
  refusals: [],
});

export const scores = endpoint({
  method: 'POST',
  path: '/api/class/:code/scores',
  access: 'trainee',
  summary: '本人在此課程的成績',
  params: z.object({ code: z.string() }),
  allowedOnFullDisk: true,
  answer: Scores,
  refusals: ['scores_not_found'],
});
