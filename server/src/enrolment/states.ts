import type { RefusalCode } from '@portal/contract/errors';

/** Where a registration stands. */
export const STATES = ['pending', 'refused', 'unpaid', 'reported', 'confirmed', 'cancelled'] as const;
export type State = (typeof STATES)[number];

/** Counted in the class's `number`; one such row a person and class. The partial unique index says the same. */
export const HOLDS_SEAT = ['pending', 'unpaid', 'reported', 'confirmed'] as const satisfies readonly State[];
/** Stands under 報名審核中. */
export const UNCHECKED = ['pending', 'refused', 'unpaid', 'reported'] as const satisfies readonly State[];
/** Which of its seats' states a group's one row shows: what needs action first. */
export const MOST_URGENT_FIRST = [
  'unpaid',
  'reported',
  'pending',
  'confirmed',
  'refused',
] as const satisfies readonly State[];

export type ShownState = (typeof MOST_URGENT_FIRST)[number];

type Tristate = 1 | 0 | null;

/** The pair that goes over the wire. A cancelled registration is never shown. */
export const WIRE: Record<ShownState, { enable: Tristate; paid: Tristate }> = {
  pending: { enable: null, paid: 0 },
  refused: { enable: 0, paid: 0 },
  unpaid: { enable: 1, paid: 0 },
  reported: { enable: 1, paid: null },
  confirmed: { enable: 1, paid: 1 },
};

/**
 * The states for SQL's `in`, by `sql.raw`: as a text, not as values, so that the planner sees which partial index
 * serves.
 */
export const listOf = (states: readonly State[]): string =>
  `(${states.map((state) => `'${state}'`).join(', ')})`;

export const holdsSeat = (state: State): boolean => (HOLDS_SEAT as readonly State[]).includes(state);

interface StepMeaning {
  readonly from: readonly State[];
  readonly to: State;
  /** How the event is called. */
  readonly action: string;
  /** What the present state says for itself where the step does not start from it; else `review_conflict`. */
  readonly refused: Partial<Record<State, RefusalCode>>;
}

/** Every change there is after the first. A registration begins as `pending`. */
export const STEPS = {
  approve: {
    from: ['pending'],
    to: 'unpaid',
    action: 'registration.approve',
    refused: { cancelled: 'registration_unknown' },
  },
  /** Of a class without a fee. */
  approve_free: {
    from: ['pending'],
    to: 'confirmed',
    action: 'registration.approve',
    refused: { cancelled: 'registration_unknown' },
  },
  refuse: {
    from: ['pending', 'unpaid'],
    to: 'refused',
    action: 'registration.refuse',
    refused: { cancelled: 'registration_unknown' },
  },
  cancel: {
    from: ['pending', 'refused', 'unpaid'],
    to: 'cancelled',
    action: 'registration.cancel',
    refused: { reported: 'cancel_under_review', confirmed: 'cancel_after_paying' },
  },
  /** Again while it is reported: somebody corrects what they said. */
  report_payment: {
    from: ['unpaid', 'reported'],
    to: 'reported',
    action: 'payment.report',
    refused: {
      pending: 'payment_not_approved',
      refused: 'payment_not_approved',
      confirmed: 'payment_confirmed',
      cancelled: 'not_applied',
    },
  },
  confirm_payment: {
    from: ['unpaid', 'reported'],
    to: 'confirmed',
    action: 'payment.confirm',
    refused: {
      pending: 'payment_not_approved',
      refused: 'payment_not_approved',
      cancelled: 'registration_unknown',
    },
  },
  reject_payment: {
    from: ['reported'],
    to: 'unpaid',
    action: 'payment.reject',
    refused: {
      pending: 'payment_not_approved',
      refused: 'payment_not_approved',
      confirmed: 'payment_confirmed',
      cancelled: 'registration_unknown',
    },
  },
  record_result: {
    from: ['confirmed'],
    to: 'confirmed',
    action: 'training.result',
    refused: {
      pending: 'result_not_confirmed',
      refused: 'result_not_confirmed',
      unpaid: 'result_not_confirmed',
      reported: 'result_not_confirmed',
      cancelled: 'registration_unknown',
    },
  },
} as const satisfies Record<string, StepMeaning>;

export type Step = keyof typeof STEPS;

export const mayStep = (step: Step, state: State): boolean =>
  (STEPS[step].from as readonly State[]).includes(state);

/**
 * Why `step` did not happen, its registration being in `state` now. Null where its end is reached already: a quiet
 * success, but not of a step that is done again and again.
 */
export const transitionRefusal = (step: Step, state: State): RefusalCode | null => {
  const { to, refused }: StepMeaning = STEPS[step];
  if (state === to && !mayStep(step, state)) return null;
  return refused[state] ?? 'review_conflict';
};
