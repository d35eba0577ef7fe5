import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, text } from '../fields.ts';
import { ClassHead, TrainedClass } from './attendance.ts';

export const resultStates = ['draft', 'published', 'corrected'] as const;
const ResultState = z.enum(resultStates);

/** 1 pass, 2 fail. */
export const Outcome = z.union([z.literal(1), z.literal(2)], { error: '請選擇合格或不合格' });
export type Outcome = z.infer<typeof Outcome>;
export const outcomeNames: Readonly<Record<Outcome, string>> = { 1: '合格', 2: '不合格' };

const rowId = z.int().check(z.positive());

/** Per call: larger classes are sent in parts. */
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
  /** For a draft: the result that would be published. */
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
    /** As shown to the officer. */
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
