import { describe, expect, test } from 'vitest';
import {
  HOLDS_SEAT,
  holdsSeat,
  MOST_URGENT_FIRST,
  mayStep,
  STATES,
  STEPS,
  type State,
  type Step,
  transitionRefusal,
  UNCHECKED,
  WIRE,
} from './states.ts';

const quiet = null;
const stale = 'review_conflict';
const gone = 'registration_unknown';

/** What every step says in every state: the state it leads to, else the refusal; `quiet` where it is done already. */
const life: Record<Step, Record<State, State | { refusal: string | null }>> = {
  approve: {
    pending: 'unpaid',
    refused: { refusal: stale },
    unpaid: { refusal: quiet },
    reported: { refusal: stale },
    confirmed: { refusal: stale },
    cancelled: { refusal: gone },
  },
  approve_free: {
    pending: 'confirmed',
    refused: { refusal: stale },
    unpaid: { refusal: stale },
    reported: { refusal: stale },
    confirmed: { refusal: quiet },
    cancelled: { refusal: gone },
  },
  refuse: {
    pending: 'refused',
    refused: { refusal: quiet },
    unpaid: 'refused',
    reported: { refusal: stale },
    confirmed: { refusal: stale },
    cancelled: { refusal: gone },
  },
  cancel: {
    pending: 'cancelled',
    refused: 'cancelled',
    unpaid: 'cancelled',
    reported: { refusal: 'cancel_under_review' },
    confirmed: { refusal: 'cancel_after_paying' },
    cancelled: { refusal: quiet },
  },
  report_payment: {
    pending: { refusal: 'payment_not_approved' },
    refused: { refusal: 'payment_not_approved' },
    unpaid: 'reported',
    reported: 'reported',
    confirmed: { refusal: 'payment_confirmed' },
    cancelled: { refusal: 'not_applied' },
  },
  confirm_payment: {
    pending: { refusal: 'payment_not_approved' },
    refused: { refusal: 'payment_not_approved' },
    unpaid: 'confirmed',
    reported: 'confirmed',
    confirmed: { refusal: quiet },
    cancelled: { refusal: gone },
  },
  reject_payment: {
    pending: { refusal: 'payment_not_approved' },
    refused: { refusal: 'payment_not_approved' },
    unpaid: { refusal: quiet },
    reported: 'unpaid',
    confirmed: { refusal: 'payment_confirmed' },
    cancelled: { refusal: gone },
  },
  record_result: {
    pending: { refusal: 'result_not_confirmed' },
    refused: { refusal: 'result_not_confirmed' },
    unpaid: { refusal: 'result_not_confirmed' },
    reported: { refusal: 'result_not_confirmed' },
    confirmed: 'confirmed',
    cancelled: { refusal: gone },
  },
};

const steps = Object.keys(STEPS) as Step[];

describe.each(steps)('%s', (step) => {
  test.each(STATES)('from %s', (state) => {
    const outcome = mayStep(step, state) ? STEPS[step].to : { refusal: transitionRefusal(step, state) };
    expect(outcome).toEqual(life[step][state]);
  });
});

test('a step that is done again and again is no quiet success where it did not happen', () => {
  const again = steps.filter((step) => mayStep(step, STEPS[step].to));
  expect(again).toEqual(['report_payment', 'record_result']);
  for (const step of again) expect(transitionRefusal(step, STEPS[step].to)).toBe('review_conflict');
});

test('a seat is held from applying until refusal or cancellation', () => {
  expect(STATES.filter(holdsSeat)).toEqual(HOLDS_SEAT);
  expect(STATES.filter((state) => !holdsSeat(state))).toEqual(['refused', 'cancelled']);
});

test('only refusing and cancelling give a seat back, and no step takes one', () => {
  const frees = steps.filter((step) =>
    STEPS[step].from.some((state) => holdsSeat(state) && !holdsSeat(STEPS[step].to)),
  );
  const takes = steps.filter((step) =>
    STEPS[step].from.some((state) => !holdsSeat(state) && holdsSeat(STEPS[step].to)),
  );
  expect(frees).toEqual(['refuse', 'cancel']);
  expect(takes).toEqual([]);
});

test('every state but cancelled is shown, and all shown but confirmed wait for something', () => {
  const shown = STATES.filter((state) => state !== 'cancelled');
  expect(Object.keys(WIRE)).toEqual(shown);
  expect([...MOST_URGENT_FIRST].sort()).toEqual([...shown].sort());
  expect([...UNCHECKED, 'confirmed'].sort()).toEqual([...shown].sort());
});

test('the pair on the wire is the one of the specification', () => {
  expect(WIRE).toEqual({
    pending: { enable: null, paid: 0 },
    refused: { enable: 0, paid: 0 },
    unpaid: { enable: 1, paid: 0 },
    reported: { enable: 1, paid: null },
    confirmed: { enable: 1, paid: 1 },
  });
});
