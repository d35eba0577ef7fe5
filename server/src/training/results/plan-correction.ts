import { type Proposed, proposalText, type ScoreCorrection } from '@portal/contract/office/training';
import { Refusal } from '../../platform/errors.ts';
import { resultStateOf } from '../states.ts';
import type { SubjectRow } from './achievements.ts';
import { resultChanged } from './lock-results.ts';
import { recomputed } from './recomputed.ts';
import type { Score } from './record-result.ts';
import type { FileRow, Scored } from './score-file.ts';

/* Pure. */

/** A cell whose score differs from the stored one. */
export interface ChangedScore {
  readonly subject: SubjectRow;
  readonly column: number;
  readonly typed: string;
  readonly before: number | null;
  readonly after: number;
  /** The version of the draft's score. */
  readonly version: number;
}

export interface CorrectionRules {
  readonly subjects: readonly SubjectRow[];
  readonly mayCorrect: boolean;
  /** The names of those who last changed the results, by actor. */
  readonly authors: ReadonlyMap<string, string>;
}

export interface PlannedCorrection {
  readonly shown: ScoreCorrection;
  /** All scores of the person, corrected. */
  readonly scores: readonly Score[];
  readonly computed: Proposed;
  readonly version: number;
}

export const correctionRefusal = (
  { key }: FileRow,
  { person, row }: Scored,
  { mayCorrect, authors }: CorrectionRules,
): Refusal | null => {
  if (!mayCorrect) return new Refusal('result_published');
  if (key?.published === (row?.version ?? 0)) return null;
  return resultChanged({ row, state: resultStateOf(person.result, row?.state) }, authors);
};

export const planCorrection = (
  { row }: FileRow,
  scored: Scored,
  changed: readonly ChangedScore[],
  { subjects }: CorrectionRules,
): PlannedCorrection => {
  const { registrationId, name, result, hasAddress } = scored.person;
  const corrected = new Map(changed.map(({ column, after }) => [column, after]));
  const scores = subjects.flatMap(({ id: subjectId }, column) => {
    const score = corrected.get(column) ?? scored.scores[column]?.score ?? null;
    return score === null ? [] : [{ subjectId, score }];
  });
  const computed = recomputed(scored, subjects, scores);
  const shown = {
    ...{ registrationId, row, name, isMailed: hasAddress },
    scores: changed.map(({ subject, before, after }) => ({ subject: subject.name, before, after })),
    former: result === 1 ? (1 as const) : (2 as const),
    computed: computed.result,
    why: proposalText(computed),
  };
  return { shown, scores, computed, version: scored.row?.version ?? 0 };
};
