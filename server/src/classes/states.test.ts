import { describe, expect, test } from 'vitest';
import { type ClassState, isPublic, mayStep, STEPS, type Step, stepRefusal } from './states.ts';

const no = (refusal: string) => ({ refusal });
/** It is done already. */
const quiet = { refusal: null };
const [draft, cancelled, completed] = ['class_draft', 'class_cancelled', 'class_completed'].map(no);
const stale = no('class_conflict');

/** Each step from each state: the new state, or the refusal. */
const life: Record<Step, Record<ClassState, ClassState | { refusal: string | null } | undefined>> = {
  publish: { draft: 'published', published: quiet, closed: stale, completed, cancelled },
  withdraw: { draft: quiet, published: 'draft', closed: 'draft', completed, cancelled },
  stop: { draft, published: 'closed', closed: quiet, completed, cancelled },
  resume: { draft, published: quiet, closed: 'published', completed, cancelled },
  edit: { draft: 'draft', published: 'published', closed: 'closed', completed, cancelled },
  postpone: { draft, published: 'published', closed: 'closed', completed, cancelled },
  call_off: { draft, published: 'cancelled', closed: 'cancelled', completed, cancelled: quiet },
  complete: { draft, published: 'completed', closed: 'completed', completed: quiet, cancelled },
};

const cells = Object.entries(life).flatMap(([step, row]) =>
  Object.entries(row).map(([state, expected]) => [step as Step, state as ClassState, expected] as const),
);

describe.each(cells)('%s from %s', (step, state, expected) => {
  test(`is ${JSON.stringify(expected)}`, () => {
    const found = mayStep(step, state) ? (STEPS[step].to ?? state) : { refusal: stepRefusal(step, state) };
    expect(found).toEqual(expected);
    if (mayStep(step, state)) expect(stepRefusal(step, state)).toBeNull();
  });
});

test.each([
  ['draft', false],
  ['published', true],
  ['closed', true],
  ['completed', true],
  ['cancelled', false],
] as const)('trainees find a class that is %s: %s', (state, expected) => {
  expect(isPublic(state)).toBe(expected);
});
