import { resultStates } from '@portal/contract/office/results';

export const RESULT_STATES = resultStates;
export type ResultState = (typeof RESULT_STATES)[number];

interface StepMeaning {
  readonly from: readonly ResultState[];
  readonly to: ResultState;
}

export const RESULT_STEPS = {
  /** Staff change draft scores or their decision. */
  edit: { from: ['draft'], to: 'draft' },
  publish: { from: ['draft'], to: 'published' },
  /** May be repeated. */
  correct: { from: ['published', 'corrected'], to: 'corrected' },
} as const satisfies Record<string, StepMeaning>;

export type ResultStep = keyof typeof RESULT_STEPS;

export const mayStepResult = (step: ResultStep, state: ResultState): boolean =>
  (RESULT_STEPS[step].from as readonly ResultState[]).includes(state);

/** Results that were published before drafts existed have no row. */
export const resultStateOf = (published: number | null, row: ResultState | undefined): ResultState => {
  if (published === null) return 'draft';
  return row === 'corrected' ? 'corrected' : 'published';
};
