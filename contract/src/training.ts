import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { searchText } from './fields.ts';
import { pageOf, pageQuery } from './paging.ts';
import { Situation } from './situation.ts';

export const TrainingRecord = z.object({
  id: z.int(),
  organization: z.object({ name: z.string() }),
  code: z.string(),
  train_class: z.object({ no: z.string(), chinese_name: z.string() }),
  start_time: z.string(),
  /** null not yet completed, 1 pass, 2 fail. */
  state: z.nullable(z.int().check(z.minimum(1), z.maximum(2))),
  can_check_in: z.boolean(),
  hours: z.int(),
  /** Whole New Taiwan dollars; 0 is free. */
  fee: z.int(),
  /** False if the class is no longer published. */
  can_see_class: z.boolean(),
});
export type TrainingRecord = z.infer<typeof TrainingRecord>;

export const TrainingRecordPage = pageOf(TrainingRecord);
export type TrainingRecordPage = z.infer<typeof TrainingRecordPage>;

export const Scores = z.object({
  user_name: z.string(),
  train_class: z.string(),
  /** The scores in the order of the course's subjects. Empty if there are none. */
  data: z.array(
    z.object({
      id: z.int(),
      test_subject: z.string(),
      score: z.number(),
      pass_score: z.int(),
    }),
  ),
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

/** Ordinary members get null in all fields of others but the name. */
export const ClassMember = z.object({
  id: z.int(),
  name: z.string(),
  enable: z.nullable(z.boolean()),
  paid: z.nullable(z.boolean()),
  situation: z.nullable(Situation),
  reason: z.nullable(z.string()),
  scores: z.nullable(
    z.array(z.object({ id: z.int(), name: z.string(), score: z.number(), pass_score: z.int() })),
  ),
  /** null not yet completed, 1 pass, 2 fail. */
  state: z.nullable(z.int().check(z.minimum(1), z.maximum(2))),
});
export type ClassMember = z.infer<typeof ClassMember>;

export const GroupClassRoster = z.object({
  classInfo: z.object({
    group_name: z.string(),
    organization: z.string(),
    code: z.string(),
    name: z.string(),
    start_time: z.string(),
    place: z.string(),
    html: z.nullable(z.string()),
    can_edit_roster: z.boolean(),
  }),
  data: z.array(ClassMember),
});
export type GroupClassRoster = z.infer<typeof GroupClassRoster>;

export const groupClassRoster = endpoint({
  method: 'POST',
  path: '/api/class/groups/:GroupCode/:code',
  access: 'trainee',
  summary: '團體在此課程的名單；一般成員僅見他人的姓名',
  params: z.object({ GroupCode: z.string(), code: z.string() }),
  allowedOnFullDisk: true,
  answer: GroupClassRoster,
  refusals: ['group_not_found', 'class_not_found'],
});

export const CheckInCode = z.object({
  /** The code in groups of four characters. */
  code: z.string(),
});

export const checkInCode = endpoint({
  method: 'POST',
  path: '/api/class/:code/check-in',
  access: 'trainee',
  summary: '本人在此課程的報到碼，完成報名後方有',
  params: z.object({ code: z.string() }),
  allowedOnFullDisk: true,
  answer: CheckInCode,
  refusals: ['registration_unknown', 'check_in_unconfirmed'],
});
