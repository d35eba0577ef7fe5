import type { RefusalCode } from '@portal/contract/errors';
import type { Action } from '@portal/contract/office/actions';

export const STATES = ['pending', 'refused', 'unpaid', 'reported', 'confirmed', 'cancelled'] as const;
export type State = (typeof STATES)[number];

/** Counted in the class's `number`. The partial unique index lists the same states. */
export const HOLDS_SEAT = ['pending', 'unpaid', 'reported', 'confirmed'] as const satisfies readonly State[];
/** Listed under 報名審核中. */
export const UNCHECKED = ['pending', 'refused', 'unpaid', 'reported'] as const satisfies readonly State[];
/** A group's row shows the first of these states that any of its registrations has. */
export const MOST_URGENT_FIRST = [
  'unpaid',
  'reported',
  'pending',
  'confirmed',
  'refused',
] as const satisfies readonly State[];

export type ShownState = (typeof MOST_URGENT_FIRST)[number];

type Tristate = 1 | 0 | null;

/** The values in the API. A cancelled registration is never shown. */
export const WIRE: Record<ShownState, { enable: Tristate; paid: Tristate }> = {
  pending: { enable: null, paid: 0 },
  refused: { enable: 0, paid: 0 },
  unpaid: { enable: 1, paid: 0 },
  reported: { enable: 1, paid: null },
  confirmed: { enable: 1, paid: 1 },
};

/**
 * The states as a literal list for SQL's `in`, for `sql.raw`: the planner matches partial indexes only with literals.
 */
export const listOf = (states: readonly State[]): string =>
  `(${states.map((state) => `'${state}'`).join(', ')})`;

/** Documents may be added in these states: until the seat is confirmed. */
export const TAKES_DOCUMENTS = ['pending', 'unpaid', 'reported'] as const satisfies readonly State[];

export const takesDocuments = (state: State): boolean =>
  (TAKES_DOCUMENTS as readonly State[]).includes(state);

export const holdsSeat = (state: State): boolean => (HOLDS_SEAT as readonly State[]).includes(state);

interface StepRule {
  readonly from: readonly State[];
  /** null: the state stays. */
  readonly to: State | null;
  /** The name of the event. */
  readonly action: Action;
  /** The refusal for each state that the step cannot start from; `review_conflict` for states not listed. */
  readonly refused: Partial<Record<State, RefusalCode>>;
}

/** All transitions. A registration starts as `pending`. */
export const STEPS = {
  approve: {
    from: ['pending'],
    to: 'unpaid',
    action: 'registration.approve',
    refused: { cancelled: 'registration_unknown' },
  },
  /** For a class without a fee. */
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
  /** Takes a seat again. */
  reopen: {
    from: ['refused'],
    to: 'pending',
    action: 'registration.reopen',
    refused: { cancelled: 'registration_unknown' },
  },
  cancel: {
    from: ['pending', 'refused', 'unpaid'],
    to: 'cancelled',
    action: 'registration.cancel',
    refused: { reported: 'cancel_under_review', confirmed: 'cancel_after_paying' },
  },
  /** By the person, in the days after the class was put off: what they paid becomes a refund due. */
  cancel_postponed: {
    from: ['pending', 'refused', 'unpaid', 'reported', 'confirmed'],
    to: 'cancelled',
    action: 'registration.cancel',
    refused: {},
  },
  cancel_by_staff: {
    from: ['pending', 'unpaid', 'reported', 'confirmed'],
    to: 'cancelled',
    action: 'registration.cancel_by_staff',
    refused: {},
  },
  /** To another class of the same course, where nothing changes about the payment. */
  move_class: {
    from: ['pending', 'unpaid', 'reported', 'confirmed'],
    to: null,
    action: 'registration.move',
    refused: { cancelled: 'registration_unknown' },
  },
  /** To a class without a fee: nothing is left to pay. */
  move_to_free: {
    from: ['unpaid'],
    to: 'confirmed',
    action: 'registration.move',
    refused: { cancelled: 'registration_unknown' },
  },
  /** From a class without a fee to one with a fee. */
  move_to_paid: {
    from: ['confirmed'],
    to: 'unpaid',
    action: 'registration.move',
    refused: { cancelled: 'registration_unknown' },
  },
  /** May be repeated while `reported`, to correct the report. */
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
  /** While there is no result. To what it was before the confirmation. */
  undo_to_reported: {
    from: ['confirmed'],
    to: 'reported',
    action: 'payment.undo_confirmation',
    refused: { cancelled: 'registration_unknown' },
  },
  undo_to_unpaid: {
    from: ['confirmed'],
    to: 'unpaid',
    action: 'payment.undo_confirmation',
    refused: { cancelled: 'registration_unknown' },
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
  /** Changes a result that trainees already see. */
  correct_result: {
    from: ['confirmed'],
    to: 'confirmed',
    action: 'training.correct',
    refused: {
      pending: 'result_not_confirmed',
      refused: 'result_not_confirmed',
      unpaid: 'result_not_confirmed',
      reported: 'result_not_confirmed',
      cancelled: 'registration_unknown',
    },
  },
} as const satisfies Record<string, StepRule>;

export type Step = keyof typeof STEPS;

/** The state after `step`. */
export const stateAfter = (step: Step, state: State): State => STEPS[step].to ?? state;

export const mayStep = (step: Step, state: State): boolean =>
  (STEPS[step].from as readonly State[]).includes(state);

/**
 * The refusal when `step` cannot start from `state`. Null if the registration already has the step's target state:
 * repeating the step then counts as success.
 */
export const transitionRefusal = (step: Step, state: State): RefusalCode | null => {
  const { to, refused }: StepRule = STEPS[step];
  if (state === to && !mayStep(step, state)) return null;
  return refused[state] ?? 'review_conflict';
};
