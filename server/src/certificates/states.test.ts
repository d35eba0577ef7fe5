import { describe, expect, test } from 'vitest';
import {
  mayStep,
  RENEWAL_STATES,
  RENEWAL_STEPS,
  type RenewalState,
  type RenewalStep,
  stepRefusal,
} from './states.ts';

/** Each step from each state: the new state, `again` for a quiet success, or the refusal. */
const table: Record<RenewalStep, Record<RenewalState, string>> = {
  approve: { open: 'approved', approved: 'again', rejected: 'renewal_decided' },
  reject: { open: 'rejected', approved: 'renewal_decided', rejected: 'again' },
};

const outcome = (step: RenewalStep, state: RenewalState): string =>
  mayStep(step, state) ? RENEWAL_STEPS[step].to : (stepRefusal(step, state) ?? 'again');

test('the table knows every state', () => {
  expect(Object.keys(table.approve)).toEqual(RENEWAL_STATES);
});

describe.each(Object.keys(RENEWAL_STEPS) as RenewalStep[])('%s', (step) => {
  test.each(RENEWAL_STATES)('from %s', (state) => {
    expect(outcome(step, state)).toBe(table[step][state]);
  });
});
