import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText } from '../fields.ts';
import { TrainedClass } from './attendance.ts';
import { ExportedFile } from './list.ts';
import { Outcome, RESULT_REASON_MAX, ScoredPerson } from './results.ts';

const SCORE_FILE_BYTES = 5 * 1024 * 1024;
/** As many as a class may have people. */
export const SCORE_FILE_ROWS = 10_100;
/** People whose published results one file may correct: all are shown, because each may need a tick. */
export const CORRECTIONS_MAX = 300;
/** The counts are complete. */
export const SCORE_PREVIEW_ROWS = 200;

export const scoreSheetName = '成績登錄表';

export const downloadScores = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/score-file',
  access: 'result.read',
  summary: '下載成績登錄表（XLSX）：學員、科目與目前的成績；每次下載皆留下紀錄',
  params: TrainedClass,
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'class_not_found', 'paper_empty'],
});

export const ScoreChange = z.object({
  row: z.int(),
  name: z.string(),
  subject: z.string(),
  before: z.nullable(z.number()),
  after: z.number(),
});
export type ScoreChange = z.infer<typeof ScoreChange>;

/** The correction of a published result. */
export const ScoreCorrection = z.object({
  registrationId: z.int(),
  row: z.int(),
  name: z.string(),
  scores: z.array(z.object({ subject: z.string(), before: z.nullable(z.number()), after: z.number() })),
  former: Outcome,
  /** Null if none can be computed: such a file needs the tick that keeps the former result. */
  computed: z.nullable(Outcome),
  why: z.string(),
  /** The person has an address, and will get a mail. */
  isMailed: z.boolean(),
});
export type ScoreCorrection = z.infer<typeof ScoreCorrection>;

/** `row`: of nobody in the class. `cell`: not a score. `kept`: changed since the download, or not to be corrected. */
export const scoreProblemKinds = ['row', 'cell', 'kept'] as const;

export const ScoreProblem = z.object({
  kind: z.enum(scoreProblemKinds),
  row: z.int(),
  name: z.string(),
  /** Null for the whole row. */
  subject: z.nullable(z.string()),
  typed: z.string(),
  why: z.string(),
});
export type ScoreProblem = z.infer<typeof ScoreProblem>;

export const ScorePreview = z.object({
  counts: z.object({
    changes: z.int(),
    corrections: z.int(),
    same: z.int(),
    row: z.int(),
    cell: z.int(),
    kept: z.int(),
  }),
  changes: z.array(ScoreChange),
  corrections: z.array(ScoreCorrection),
  problems: z.array(ScoreProblem),
  /** Columns that are no subject of the course. */
  ignored: z.array(z.string()),
  /** Sent back with the upload: only shown changes are written. */
  seen: z.string(),
});
export type ScorePreview = z.infer<typeof ScorePreview>;

const fileFaults = [
  'class_not_found',
  'result_before_start',
  'score_file_missing',
  'score_file_too_large',
  'score_file_old_excel',
  'score_file_web_page',
  'score_file_protected',
  'score_file_broken_row',
  'score_file_unreadable',
  'score_file_too_many_rows',
  'score_file_unknown',
  'score_file_other_class',
  'score_file_outdated',
  'score_file_too_many_corrections',
] as const;

const ofFile = {
  method: 'POST',
  access: 'result.write',
  params: TrainedClass,
  multipart: {
    maxBytes: SCORE_FILE_BYTES,
    tooLargeRefusal: 'score_file_too_large',
    notAFileRefusal: 'score_file_missing',
  },
} as const;

export const previewScores = endpoint({
  ...ofFile,
  path: '/api/office/classes/:id/score-file/preview',
  summary: '預覽上傳的成績登錄表：將變更的草稿、將更正的已公布成績、無法辨識與不會變更的成績',
  answer: ScorePreview,
  refusals: fileFaults,
});

/** The registrations whose former result stays, separated by commas. */
const KeptResults = z.pipe(
  z.optional(
    z
      .string({ error: '請重新勾選' })
      .check(z.regex(/^([0-9]{1,15}(,[0-9]{1,15}){0,299})?$/, { error: '請重新勾選' })),
  ),
  z.transform((ids) => (ids ? ids.split(',').map(Number) : [])),
);

export const importScores = endpoint({
  ...ofFile,
  path: '/api/office/classes/:id/score-file/scores',
  summary: '將上傳的成績登錄表存為草稿，並更正已公布的成績、通知學員；與預覽不同時拒絕',
  body: z.object({
    seen: z.string({ error: '請先預覽檔案' }).check(z.regex(/^[0-9a-f]{64}$/, { error: '請先預覽檔案' })),
    /** Required if the file corrects published results. */
    reason: optionalText({ label: '更正原因', max: RESULT_REASON_MAX, lines: true }),
    keep: KeptResults,
    /** Required if a kept result differs from the computed one. */
    decidedReason: optionalText({ label: '判定原因', max: RESULT_REASON_MAX, lines: true }),
  }),
  answer: z.object({
    saved: z.int(),
    /** People. */
    corrected: z.int(),
    people: z.array(ScoredPerson),
  }),
  refusals: [
    ...fileFaults,
    'score_file_changed',
    'score_file_reason',
    'score_file_not_computed',
    'score_changed',
    'result_not_confirmed',
    'result_published',
    'score_subject',
    'score_range',
    'result_scores',
    'result_changed',
    'result_unpublished',
    'result_recomputed',
    'result_decided_reason',
  ],
});
