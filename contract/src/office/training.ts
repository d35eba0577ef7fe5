import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, text } from '../fields.ts';
import { ExportedFile, InOrganization } from './list.ts';

/* Attendance. */

export const attendanceStates = ['present', 'late', 'leave', 'absent'] as const;
export const AttendanceState = z.enum(attendanceStates, { error: '請選擇出席狀態' });
export type AttendanceState = z.infer<typeof AttendanceState>;

export const attendanceNames: Readonly<Record<AttendanceState, string>> = {
  present: '出席',
  late: '遲到',
  leave: '請假',
  absent: '缺席',
};

const TrainedClass = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const rowId = z.int().check(z.positive());

/** The most marks of a call. A larger class is sent in parts. */
const MARKS_MAX = 300;

export const AttendanceMark = z.object({
  state: z.nullable(AttendanceState),
  /** Minutes that somebody late has missed; else 0. */
  missedMinutes: z.int(),
  /** Null if staff marked it. */
  checkedInAt: z.nullable(z.string()),
  version: z.int(),
});
export type AttendanceMark = z.infer<typeof AttendanceMark>;

export const AttendanceSession = z.object({
  id: z.int(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  minutes: z.int(),
  /** False before the day of the session: then only leave can be marked. */
  isOpen: z.boolean(),
});
export type AttendanceSession = z.infer<typeof AttendanceSession>;

export const AttendancePerson = z.object({
  registrationId: z.int(),
  personId: z.int(),
  name: z.string(),
  identity: z.string(),
  group: z.nullable(z.string()),
  hasPhoto: z.boolean(),
  marks: z.array(AttendanceMark),
  /** One decimal. */
  hours: z.number(),
  percent: z.int(),
});
export type AttendancePerson = z.infer<typeof AttendancePerson>;

export const ClassHead = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
});
export type ClassHead = z.infer<typeof ClassHead>;

export const AttendanceSheet = z.object({
  class: ClassHead,
  hours: z.int(),
  /** Percent; 0: no rule. */
  minimum: z.int(),
  sessions: z.array(AttendanceSession),
  people: z.array(AttendancePerson),
  can: z.object({ mark: z.boolean() }),
});
export type AttendanceSheet = z.infer<typeof AttendanceSheet>;

export const attendanceSheet = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/attendance',
  access: 'attendance.read',
  summary: '一個課程各時段的出席',
  params: TrainedClass,
  answer: AttendanceSheet,
  refusals: ['class_not_found'],
});

const Attendee = z.extend(TrainedClass, { registration: z.coerce.number().check(z.int(), z.positive()) });

export const attendancePhoto = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/attendance/:registration/photo',
  access: 'attendance.read',
  summary: '點名時辨識學員的照片；調閱會留下紀錄',
  params: Attendee,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'image/jpeg',
  refusals: ['class_not_found', 'not_found'],
});

const minutes = z.int({ error: '分鐘數不正確' }).check(z.minimum(0), z.maximum(1440));

export const markAttendance = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attendance',
  access: 'attendance.write',
  summary: '登錄一個時段的出席；各筆分別回覆是否完成',
  params: TrainedClass,
  body: z.object({
    sessionId: rowId,
    marks: z
      .array(
        z.object({
          registrationId: rowId,
          /** Null removes the mark. */
          state: z.nullable(AttendanceState),
          /** Default: the minutes so far, or 30 once the session is over. */
          missedMinutes: z.optional(minutes),
          version: z.int().check(z.minimum(0)),
        }),
        { error: '請選擇學員' },
      )
      .check(
        z.minLength(1, { error: '請選擇學員' }),
        z.maxLength(MARKS_MAX, { error: `一次以 ${MARKS_MAX} 人為限` }),
      ),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        registrationId: z.int(),
        done: z.boolean(),
        why: z.nullable(z.string()),
        mark: z.nullable(AttendanceMark),
        hours: z.number(),
        percent: z.int(),
      }),
    ),
  }),
  refusals: ['class_not_found', 'session_unknown'],
});

export const CheckInForm = z.object({
  code: z
    .string({ error: '請輸入報到碼' })
    .check(z.trim(), z.minLength(1, { error: '請輸入報到碼' }), z.maxLength(60, { error: '報到碼不正確' })),
});
export type CheckInForm = z.infer<typeof CheckInForm>;

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/check-ins',
  access: 'attendance.write',
  summary: '以學員的報到碼登錄出席；重複掃描不是錯誤',
  params: TrainedClass,
  body: z.extend(CheckInForm, { sessionId: rowId }),
  answer: z.object({
    registrationId: z.int(),
    name: z.string(),
    /** The person was present already; nothing has changed. */
    repeated: z.boolean(),
    mark: AttendanceMark,
    hours: z.number(),
    percent: z.int(),
  }),
  refusals: [
    'class_not_found',
    'session_unknown',
    'attendance_before_day',
    'check_in_unknown',
    'check_in_other_class',
    'check_in_not_confirmed',
    'check_in_after_session',
  ],
});

/* Scores and results. */

export const resultStates = ['draft', 'published', 'corrected'] as const;
const ResultState = z.enum(resultStates);

/** 1 pass, 2 fail. */
export const Outcome = z.union([z.literal(1), z.literal(2)], { error: '請選擇合格或不合格' });
export type Outcome = z.infer<typeof Outcome>;
export const outcomeNames: Readonly<Record<Outcome, string>> = { 1: '合格', 2: '不合格' };

/** The most cells of a call. A larger class is sent in parts. */
export const CELLS_MAX = 1000;
export const PUBLISHED_MAX = 300;
export const RESULT_REASON_MAX = 500;

/** Null for an empty cell, undefined for text that is no score. */
export const parseScore = (typed: string, fullScore: number): number | null | undefined => {
  const plain = typed.normalize('NFKC').trim();
  if (plain === '') return null;
  if (!/^[0-9]{1,4}(\.[0-9])?$/.test(plain)) return undefined;
  const score = Number(plain);
  return score <= fullScore ? score : undefined;
};

export const ProposalReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('score_missing'), subject: z.string() }),
  z.object({ kind: z.literal('score_low'), subject: z.string(), score: z.number(), passScore: z.int() }),
  /** Sessions without a mark. */
  z.object({ kind: z.literal('unmarked'), sessions: z.int() }),
  z.object({ kind: z.literal('attendance_low'), percent: z.int(), minimum: z.int() }),
]);
export type ProposalReason = z.infer<typeof ProposalReason>;

export interface SubjectScore {
  readonly name: string;
  readonly passScore: number;
  readonly score: number | null;
}

export const scoreReasons = (scores: readonly SubjectScore[]): ProposalReason[] =>
  scores.flatMap(({ name, passScore, score }): ProposalReason[] => {
    if (score === null) return [{ kind: 'score_missing', subject: name }];
    return score < passScore ? [{ kind: 'score_low', subject: name, score, passScore }] : [];
  });

/** Null while something is missing. Too little attendance fails whatever the scores. */
export const resultOf = (reasons: readonly ProposalReason[]): Outcome | null => {
  const has = (...kinds: ProposalReason['kind'][]) => reasons.some(({ kind }) => kinds.includes(kind));
  if (has('attendance_low')) return 2;
  if (has('unmarked', 'score_missing')) return null;
  return reasons.length === 0 ? 1 : 2;
};

export interface Proposed {
  /** Null while something is missing. */
  readonly result: Outcome | null;
  readonly reasons: readonly ProposalReason[];
}

/** The proposal for the same attendance with other scores. One failing score is enough, whatever else is missing. */
export const proposeAgain = (
  reasons: readonly ProposalReason[],
  scores: readonly SubjectScore[],
): Proposed => {
  const attendance = reasons.filter(({ kind }) => kind === 'unmarked' || kind === 'attendance_low');
  const all = [...attendance, ...scoreReasons(scores)];
  const hasFailingScore = all.some(({ kind }) => kind === 'score_low');
  return { result: hasFailingScore ? 2 : resultOf(all), reasons: all };
};

const comparison = (reason: ProposalReason): string => {
  if (reason.kind === 'score_missing') return `${reason.subject}未登錄`;
  if (reason.kind === 'score_low') return `${reason.subject} ${reason.score} < ${reason.passScore}`;
  if (reason.kind === 'unmarked') return `${reason.sessions} 個時段未點名`;
  return `出席 ${reason.percent}% < ${reason.minimum}%`;
};

/** `學科測驗 60 < 70 → 不合格`. */
export const proposalText = ({ result, reasons }: Proposed): string => {
  const why = reasons.length === 0 ? '成績與出席皆達標準' : reasons.map(comparison).join('、');
  return `${why} → ${result === null ? '無法計算' : outcomeNames[result]}`;
};

export const ScoredPerson = z.object({
  registrationId: z.int(),
  personId: z.int(),
  name: z.string(),
  identity: z.string(),
  group: z.nullable(z.string()),
  state: ResultState,
  /** A published score has version 0. */
  scores: z.array(z.object({ score: z.nullable(z.number()), version: z.int() })),
  hours: z.number(),
  percent: z.int(),
  proposal: z.object({ result: z.nullable(Outcome), reasons: z.array(ProposalReason) }),
  /** Null to follow the proposal. */
  decided: z.nullable(Outcome),
  reason: z.nullable(z.string()),
  /** The published result, or the one that would be published from a draft. */
  result: z.nullable(Outcome),
  publishedAt: z.nullable(z.string()),
  /** Counts the changes of the row, scores included. */
  version: z.int(),
});
export type ScoredPerson = z.infer<typeof ScoredPerson>;

const ScoredSubject = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.string(),
  fullScore: z.int(),
  passScore: z.int(),
});

export const ScoreSheet = z.object({
  class: ClassHead,
  started: z.boolean(),
  minimum: z.int(),
  subjects: z.array(ScoredSubject),
  people: z.array(ScoredPerson),
  can: z.object({ write: z.boolean(), publish: z.boolean() }),
});
export type ScoreSheet = z.infer<typeof ScoreSheet>;

export const scoreSheet = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/results',
  access: 'result.read',
  summary: '一個課程的成績、建議結果與公布狀態',
  params: TrainedClass,
  answer: ScoreSheet,
  refusals: ['class_not_found'],
});

const version = z.int().check(z.minimum(0));

const ScoreCell = z.object({
  registrationId: rowId,
  subjectId: rowId,
  score: z.nullable(z.number()),
  version,
});

const CellOutcome = z.object({
  registrationId: z.int(),
  subjectId: z.int(),
  done: z.boolean(),
  why: z.nullable(z.string()),
});

export const saveScores = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/scores',
  access: 'result.write',
  summary: '儲存成績草稿；各格分別回覆是否完成。學員在公布前看不到',
  params: TrainedClass,
  body: z.object({
    cells: z
      .array(ScoreCell, { error: '請填寫成績' })
      .check(
        z.minLength(1, { error: '請填寫成績' }),
        z.maxLength(CELLS_MAX, { error: `一次以 ${CELLS_MAX} 格為限` }),
      ),
  }),
  answer: z.object({
    cells: z.array(CellOutcome),
    people: z.array(ScoredPerson),
  }),
  refusals: ['class_not_found', 'result_before_start'],
});

const Scored = z.object({
  id: z.coerce.number().check(z.int(), z.positive()),
  registration: z.coerce.number().check(z.int(), z.positive()),
});

export const decideResult = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/results/:registration',
  access: 'result.write',
  summary: '判定結果；與建議不同時須填寫原因',
  params: Scored,
  body: z.object({
    /** Null: as proposed. */
    decided: z.nullable(Outcome),
    reason: optionalText({ label: '原因', max: RESULT_REASON_MAX, lines: true }),
    version,
  }),
  answer: ScoredPerson,
  refusals: [
    'class_not_found',
    'result_before_start',
    'result_not_confirmed',
    'result_changed',
    'result_published',
    'result_reason',
  ],
});

export const publishResults = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/results/publish',
  access: 'result.publish',
  summary: '公布成績並通知學員；各筆分別回覆是否完成',
  params: TrainedClass,
  body: z.object({
    people: z
      .array(
        z.object({
          registrationId: rowId,
          version,
          result: Outcome,
        }),
        { error: '請選擇學員' },
      )
      .check(
        z.minLength(1, { error: '請選擇學員' }),
        z.maxLength(PUBLISHED_MAX, { error: `一次以 ${PUBLISHED_MAX} 人為限` }),
      ),
  }),
  answer: z.object({
    results: z.array(z.object({ registrationId: z.int(), done: z.boolean(), why: z.nullable(z.string()) })),
    people: z.array(ScoredPerson),
  }),
  refusals: ['class_not_found', 'result_before_start'],
});

export const correctResult = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/results/:registration/correct',
  access: 'result.publish',
  summary: '更正已公布的成績並通知學員；結果依更正後的成績與出席計算，不依計算時須註明並填寫判定原因',
  params: Scored,
  body: z.object({
    /** All scores of the person. */
    scores: z.array(z.object({ subjectId: rowId, score: z.number() })).check(z.maxLength(100)),
    /** The result that the officer saw. */
    result: Outcome,
    /** The result is the officer's own, not the computed one. */
    isDecided: z._default(z.boolean({ error: '請選擇是否自行判定' }), false),
    decidedReason: optionalText({ label: '判定原因', max: RESULT_REASON_MAX, lines: true }),
    reason: text({ label: '更正原因', max: RESULT_REASON_MAX, lines: true }),
    version,
  }),
  answer: ScoredPerson,
  refusals: [
    'class_not_found',
    'result_before_start',
    'result_not_confirmed',
    'result_scores',
    'result_changed',
    'result_unpublished',
    'result_recomputed',
    'result_decided_reason',
  ],
});

/* Score files. */

const SCORE_FILE_BYTES = 5 * 1024 * 1024;
/** The most rows of a file. A class may have so many people. */
export const SCORE_FILE_ROWS = 10_100;
/** People whose published results one file may correct: all are shown, because each may need a tick. */
export const CORRECTIONS_MAX = 300;
/** The most rows that the preview shows. Its counts include all. */
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

/* Classes to teach. */

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

/* Papers. */

const paperKinds = ['roster', 'sign_in', 'scores'] as const;
export const PaperKind = z.enum(paperKinds, { error: '請選擇文件' });
export type PaperKind = z.infer<typeof PaperKind>;

export const paperNames: Readonly<Record<PaperKind, string>> = {
  roster: '學員名冊',
  sign_in: '簽到表',
  scores: '成績冊',
};

export const classPaper = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/papers',
  access: 'registration.read',
  summary: '課程文件 PDF：學員名冊、各半日簽到表、成績冊；每次下載皆留下紀錄',
  params: TrainedClass,
  body: z.object({ paper: PaperKind }),
  answer: ExportedFile,
  refusals: ['class_not_found', 'paper_empty', 'paper_no_sessions'],
});
