import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, text } from '../fields.ts';
import { ClassHead, TrainedClass } from './attendance.ts';

/* 成績: scores as a draft, what they propose, the decision of staff, publication and correction. */

export const resultStates = ['draft', 'published', 'corrected'] as const;
export const ResultState = z.enum(resultStates);
export type ResultState = z.infer<typeof ResultState>;

/** 1 pass, 2 fail. */
export const Outcome = z.union([z.literal(1), z.literal(2)], { error: '請選擇合格或不合格' });
export type Outcome = z.infer<typeof Outcome>;
export const outcomeNames: Readonly<Record<Outcome, string>> = { 1: '合格', 2: '不合格' };

const rowId = z.int().check(z.positive());

/** Most cells of one call, and most people of one publication: a page sends more in parts. */
export const CELLS_MAX = 1000;
export const PUBLISHED_MAX = 300;
/** Characters of a reason. */
export const RESULT_REASON_MAX = 500;

/** A typed score: full-width digits too. Null for an empty cell, undefined for what is no score. */
export const parseScore = (typed: string, fullScore: number): number | null | undefined => {
  const plain = typed.normalize('NFKC').trim();
  if (plain === '') return null;
  if (!/^[0-9]{1,4}(\.[0-9])?$/.test(plain)) return undefined;
  const score = Number(plain);
  return score <= fullScore ? score : undefined;
};

/** Why a result is proposed, or why none is yet. */
export const ProposalReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('score_missing'), subject: z.string() }),
  z.object({ kind: z.literal('score_low'), subject: z.string(), passScore: z.int() }),
  /** Sessions in which the person is not marked, while what is marked is too little. */
  z.object({ kind: z.literal('unmarked'), sessions: z.int() }),
  z.object({ kind: z.literal('attendance_low'), percent: z.int(), minimum: z.int() }),
]);
export type ProposalReason = z.infer<typeof ProposalReason>;

export const ScoredPerson = z.object({
  registrationId: z.int(),
  name: z.string(),
  /** The identity number with its middle masked. */
  identity: z.string(),
  group: z.nullable(z.string()),
  state: ResultState,
  /** In the order of the subjects. `version` of a published score is 0. */
  scores: z.array(z.object({ score: z.nullable(z.number()), version: z.int() })),
  /** Hours and percent of the class attended. */
  hours: z.number(),
  percent: z.int(),
  /** `result` is null while something is missing. */
  proposal: z.object({ result: z.nullable(Outcome), reasons: z.array(ProposalReason) }),
  /** Set by staff in the draft; null to follow the proposal. */
  decided: z.nullable(Outcome),
  /** Why it differs from the proposal, or why it was corrected. */
  reason: z.nullable(z.string()),
  /** The published result, or the one that a draft would be published with. */
  result: z.nullable(Outcome),
  publishedAt: z.nullable(z.string()),
  /** Sent back with a decision, publication or correction: counts the changes of the row, scores included. */
  version: z.int(),
});
export type ScoredPerson = z.infer<typeof ScoredPerson>;

export const ScoredSubject = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.string(),
  fullScore: z.int(),
  passScore: z.int(),
});
export type ScoredSubject = z.infer<typeof ScoredSubject>;

export const ScoreSheet = z.object({
  class: ClassHead,
  /** The class has begun: scores may be entered. */
  started: z.boolean(),
  /** Percent of the class that must be attended to pass; 0: no rule. */
  minimum: z.int(),
  subjects: z.array(ScoredSubject),
  /** The confirmed people, by group and name. */
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

export const ScoreCell = z.object({
  registrationId: rowId,
  subjectId: rowId,
  /** Null deletes it. */
  score: z.nullable(z.number()),
  /** The version that the sender has seen. */
  version,
});

export const CellOutcome = z.object({
  registrationId: z.int(),
  subjectId: z.int(),
  done: z.boolean(),
  why: z.nullable(z.string()),
});
export type CellOutcome = z.infer<typeof CellOutcome>;

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
    /** The people of these cells, as they are now. */
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
          /** The version that the sender has seen: no other is published. */
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
  summary: '更正已公布的成績並通知學員',
  params: Scored,
  body: z.object({
    /** They replace all scores of the person. */
    scores: z.array(z.object({ subjectId: rowId, score: z.number() })).check(z.maxLength(100)),
    result: Outcome,
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
  ],
});
