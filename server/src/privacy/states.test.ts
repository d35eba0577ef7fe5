import { expect, test } from 'vitest';
import { mayStep, PRIVACY_STATES, PRIVACY_STEPS, type PrivacyStep } from './states.ts';

test.each(Object.keys(PRIVACY_STEPS) as PrivacyStep[])('only an open request has the step %s', (step) => {
  expect(PRIVACY_STATES.filter((state) => mayStep(step, state))).toEqual(['requested']);
});
