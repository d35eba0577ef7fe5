import { describe, expect, test } from 'vitest';
import { refuseUnlessTransitioned } from './apply-step.ts';
import {
  holdsSeat,
  MOST_URGENT_FIRST,
  mayStep,
  SEAT_STATES,
  STATES,
  STEPS,
  type State,
  type Step,
  stateAfter,
  stepRefusal,
  takesDocuments,
  UNFINISHED,
  WIRE,
} from './states.ts';

const quiet = null;
const stale = 'review_conflict';
const gone = 'registration_unknown';

/** Each step from each state: the new state or the refusal; `quiet` if it is done already. */
const life: Record<Step, Record<State, State | { refusal: string | null }>> = {
  reopen: {
    pending: { refusal: quiet },
    rejected: 'pending',
    unpaid: { refusal: stale },
    reported: { refusal: stale },
    confirmed: { refusal: stale },
    cancelled: { refusal: gone },
  },
  cancel_after_postponement: {
    pending: 'cancelled',
    rejected: 'cancelled',
    unpaid: 'cancelled',
    reported: 'cancelled',
    confirmed: 'cancelled',
    cancelled: { refusal: quiet },
  },
  cancel_by_staff: {
    pending: 'cancelled',
    rejected: { refusal: stale },
    unpaid: 'cancelled',
    reported: 'cancelled',
    confirmed: 'cancelled',
    cancelled: { refusal: quiet },
  },
  lapse: {
    pending: 'cancelled',
    rejected: { refusal: stale },
    unpaid: { refusal: stale },
    reported: { refusal: stale },
    confirmed: { refusal: stale },
    cancelled: { refusal: quiet },
  },
  move_class: {
    pending: 'pending',
    rejected: { refusal: stale },
    unpaid: 'unpaid',
    reported: 'reported',
    confirmed: 'confirmed',
    cancelled: { refusal: gone },
  },
  move_to_confirmed: {
    pending: { refusal: stale },
    rejected: { refusal: stale },
    unpaid: 'confirmed',
    reported: { refusal: stale },
    confirmed: { refusal: quiet },
    cancelled: { refusal: gone },
  },
  move_to_unpaid: {
    pending: { refusal: stale },
    rejected: { refusal: stale },
    unpaid: { refusal: quiet },
    reported: { refusal: stale },
    confirmed: 'unpaid',
    cancelled: { refusal: gone },
  },
  undo_part: {
    pending: { refusal: stale },
    rejected: { refusal: stale },
    unpaid: 'unpaid',
    reported: 'reported',
    confirmed: { refusal: stale },
    cancelled: { refusal: gone },
  },
  approve: {
    pending: 'unpaid',
    rejected: { refusal: stale },
    unpaid: { refusal: quiet },
    reported: { refusal: stale },
    confirmed: { refusal: stale },
    cancelled: { refusal: gone },
  },
  undo_approval: {
    pending: { refusal: quiet },
    rejected: { refusal: stale },
    unpaid: 'pending',
    reported: { refusal: stale },
    confirmed: 'pending',
    cancelled: { refusal: gone },
  },
  approve_free: {
    pending: 'confirmed',
    rejected: { refusal: stale },
    unpaid: { refusal: stale },
    reported: { refusal: stale },
    confirmed: { refusal: quiet },
    cancelled: { refusal: gone },
  },
  reject: {
    pending: 'rejected',
    rejected: { refusal: quiet },
    unpaid: 'rejected',
    reported: { refusal: stale },
    confirmed: { refusal: stale },
    cancelled: { refusal: gone },
  },
  cancel: {
    pending: 'cancelled',
    rejected: 'cancelled',
    unpaid: 'cancelled',
    reported: { refusal: 'cancel_under_review' },
    confirmed: { refusal: 'cancel_after_paying' },
    cancelled: { refusal: quiet },
  },
  report_payment: {
    pending: { refusal: 'payment_not_approved' },
    rejected: { refusal: 'payment_not_approved' },
    unpaid: 'reported',
    reported: 'reported',
    confirmed: { refusal: 'payment_confirmed' },
    cancelled: { refusal: 'not_applied' },
  },
  confirm_payment: {
    pending: { refusal: 'payment_not_approved' },
    rejected: { refusal: 'payment_not_approved' },
    unpaid: 'confirmed',
    reported: 'confirmed',
    confirmed: { refusal: quiet },
    cancelled: { refusal: gone },
  },
  reject_payment: {
    pending: { refusal: 'payment_not_approved' },
    rejected: { refusal: 'payment_not_approved' },
    unpaid: { refusal: quiet },
    reported: 'unpaid',
    confirmed: { refusal: 'payment_confirmed' },
    cancelled: { refusal: gone },
  },
  undo_to_reported: {
    pending: { refusal: stale },
    rejected: { refusal: stale },
    unpaid: { refusal: stale },
    reported: { refusal: quiet },
    confirmed: 'reported',
    cancelled: { refusal: gone },
  },
  undo_to_unpaid: {
    pending: { refusal: stale },
    rejected: { refusal: stale },
    unpaid: { refusal: quiet },
    reported: { refusal: stale },
    confirmed: 'unpaid',
    cancelled: { refusal: gone },
  },
  record_result: {
    pending: { refusal: 'result_not_confirmed' },
    rejected: { refusal: 'result_not_confirmed' },
    unpaid: { refusal: 'result_not_confirmed' },
    reported: { refusal: 'result_not_confirmed' },
    confirmed: 'confirmed',
    cancelled: { refusal: gone },
  },
  correct_result: {
    pending: { refusal: 'result_not_confirmed' },
    rejected: { refusal: 'result_not_confirmed' },
    unpaid: { refusal: 'result_not_confirmed' },
    reported: { refusal: 'result_not_confirmed' },
    confirmed: 'confirmed',
    cancelled: { refusal: gone },
  },
};

const steps = Object.keys(STEPS) as Step[];

describe.each(steps)('%s', (step) => {
  test.each(STATES)('from %s', (state) => {
    const outcome = mayStep(step, state) ? stateAfter(step, state) : { refusal: stepRefusal(step, state) };
    expect(outcome).toEqual(life[step][state]);
  });
});

test('a step that keeps the state is never taken for a repeat: if it was not made, the reason is a conflict', () => {
  const again = STATES.flatMap((state) =>
    steps
      .filter((step) => mayStep(step, state) && stateAfter(step, state) === state)
      .map((step) => [step, state] as const),
  );
  expect(again).toEqual([
    ['move_class', 'pending'],
    ['move_class', 'unpaid'],
    ['undo_part', 'unpaid'],
    ['move_class', 'reported'],
    ['report_payment', 'reported'],
    ['undo_part', 'reported'],
    ['move_class', 'confirmed'],
    ['record_result', 'confirmed'],
    ['correct_result', 'confirmed'],
  ]);
  for (const [step, state] of again) {
    expect(() => refuseUnlessTransitioned(step, state)).toThrow(
      expect.objectContaining({ code: 'review_conflict' }),
    );
  }
});

test('a registration holds a seat until it is rejected or cancelled', () => {
  expect(STATES.filter(holdsSeat)).toEqual(SEAT_STATES);
  expect(STATES.filter((state) => !holdsSeat(state))).toEqual(['rejected', 'cancelled']);
});

test('a registration takes documents until it is rejected, confirmed or cancelled', () => {
  expect(STATES.filter(takesDocuments)).toEqual(['pending', 'unpaid', 'reported']);
});

test('only rejecting, cancelling and lapsing give back a seat, and only reopening takes one', () => {
  const givingBack = steps.filter((step) =>
    STEPS[step].from.some((state) => holdsSeat(state) && !holdsSeat(stateAfter(step, state))),
  );
  const takes = steps.filter((step) =>
    STEPS[step].from.some((state) => !holdsSeat(state) && holdsSeat(stateAfter(step, state))),
  );
  expect(givingBack.toSorted()).toEqual([
    'cancel',
    'cancel_after_postponement',
    'cancel_by_staff',
    'lapse',
    'reject',
  ]);
  expect(takes).toEqual(['reopen']);
});

test('every state except cancelled is shown, and all of those except confirmed are unfinished', () => {
  const shown = STATES.filter((state) => state !== 'cancelled');
  expect(Object.keys(WIRE)).toEqual(shown);
  expect([...MOST_URGENT_FIRST].sort()).toEqual([...shown].sort());
  expect([...UNFINISHED, 'confirmed'].sort()).toEqual([...shown].sort());
});

test('the values in the API are those of the specification', () => {
  expect(WIRE).toEqual({
    pending: { enable: null, paid: 0 },
    rejected: { enable: 0, paid: 0 },
    unpaid: { enable: 1, paid: 0 },
    reported: { enable: 1, paid: null },
    confirmed: { enable: 1, paid: 1 },
  });
});
