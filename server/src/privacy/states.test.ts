import { expect, test } from 'vitest';
import { ERASURE_STATES, mayStep } from './states.ts';

test.each(['withdraw', 'decline', 'erase'] as const)('a request for erasure is closed once: %s', (step) => {
  expect(ERASURE_STATES.filter((state) => mayStep(step, state))).toEqual(['requested']);
});
