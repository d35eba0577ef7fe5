import { describe, expect, test } from 'vitest';
import {
  mayStepResult,
  RESULT_STATES,
  RESULT_STEPS,
  type ResultState,
  type ResultStep,
  resultStateOf,
} from './states.ts';

/** The target of each step; '' if it is not allowed. */
const life: Record<ResultStep, Record<ResultState, ResultState | ''>> = {
  edit: { draft: 'draft', published: '', corrected: '' },
  publish: { draft: 'published', published: '', corrected: '' },
  correct: { draft: '', published: 'corrected', corrected: 'corrected' },
};

describe.each(Object.keys(RESULT_STEPS) as ResultStep[])('%s', (step) => {
  test.each(RESULT_STATES)('from %s', (state) => {
    expect(mayStepResult(step, state) ? RESULT_STEPS[step].to : '').toBe(life[step][state]);
  });
});

test.each([
  [null, undefined, 'draft'],
  [null, 'draft', 'draft'],
  [1, undefined, 'published'],
  [2, 'draft', 'published'],
  [1, 'published', 'published'],
  [1, 'corrected', 'corrected'],
] as const)('a published result %s with a row in %s is %s', (published, row, expected) => {
  expect(resultStateOf(published, row)).toBe(expected);
});
