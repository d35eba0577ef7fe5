import { expect, test } from 'vitest';
import { defineSteps, type StepRule } from './steps.ts';

type State = 'draft' | 'open' | 'closed';

const STEPS = {
  publish: { from: ['draft'], to: 'open', refusals: { closed: 'class_completed' } },
  edit: { from: ['draft', 'open'], to: null },
  republish: { from: ['open'], to: 'open' },
} as const satisfies Record<string, StepRule<State>>;
type Step = keyof typeof STEPS;

const lifecycle = defineSteps<State, Step>(STEPS, 'class_conflict');
const outcome = (step: Step, state: State) => {
  if (lifecycle.mayStep(step, state)) return lifecycle.stateAfter(step, state);
  return lifecycle.isRepeat(step, state) ? 'again' : { refusal: lifecycle.stepRefusal(step, state) };
};

test.each<[Step, State, ReturnType<typeof outcome>]>([
  ['publish', 'draft', 'open'],
  ['publish', 'open', 'again'],
  ['publish', 'closed', { refusal: 'class_completed' }],
  ['edit', 'draft', 'draft'],
  ['edit', 'open', 'open'],
  ['edit', 'closed', { refusal: 'class_conflict' }],
  ['republish', 'open', 'open'],
  ['republish', 'draft', { refusal: 'class_conflict' }],
])('%s from %s', (step, state, expected) => {
  expect(outcome(step, state)).toEqual(expected);
});

test('a step that is possible or made already has no refusal', () => {
  expect(lifecycle.stepRefusal('publish', 'draft')).toBeNull();
  expect(lifecycle.stepRefusal('publish', 'open')).toBeNull();
  expect(lifecycle.stepRefusal('republish', 'open')).toBeNull();
});

test('without a refusal for the other states, the step has none there', () => {
  expect(defineSteps<State, Step>(STEPS).stepRefusal('edit', 'closed')).toBeNull();
});
