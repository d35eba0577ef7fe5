import { resultStates } from '@portal/contract/office/training';
import { defineSteps, type StepRule } from '../platform/steps.ts';

export const RESULT_STATES = resultStates;
export type ResultState = (typeof RESULT_STATES)[number];

export const RESULT_STEPS = {
  /** Staff change draft scores or their decision. */
  edit: { from: ['draft'], to: 'draft' },
  publish: { from: ['draft'], to: 'published' },
  /** May be repeated. */
  correct: { from: ['published', 'corrected'], to: 'corrected' },
} as const satisfies Record<string, StepRule<ResultState>>;

export type ResultStep = keyof typeof RESULT_STEPS;

export const { mayStep: mayStepResult } = defineSteps<ResultState, ResultStep>(RESULT_STEPS);

/** Results that were published before drafts existed have no row. */
export const resultStateOf = (published: number | null, row: ResultState | undefined): ResultState => {
  if (published === null) return 'draft';
  return row === 'corrected' ? 'corrected' : 'published';
};
