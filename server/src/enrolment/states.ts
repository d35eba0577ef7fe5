import { defineSteps, type StepRule } from '../platform/steps.ts';

export const STATES = ['pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled'] as const;
export type State = (typeof STATES)[number];

/** Counted in the class's `number`. The partial unique index lists the same states. */
export const SEAT_STATES = ['pending', 'unpaid', 'reported', 'confirmed'] as const satisfies readonly State[];
/** Listed in the tab 報名審核中. A rejected registration stays there until the person enrols again. */
export const UNFINISHED = ['pending', 'rejected', 'unpaid', 'reported'] as const satisfies readonly State[];
/** A group's record shows the first of these states that one of its registrations has. */
export const MOST_URGENT_FIRST = [
  'unpaid',
  'reported',
  'pending',
  'confirmed',
  'rejected',
] as const satisfies readonly State[];

export type ShownState = (typeof MOST_URGENT_FIRST)[number];

type Tristate = 1 | 0 | null;

/** How the specified calls answer each state. */
export const WIRE: Record<ShownState, { enable: Tristate; paid: Tristate }> = {
  pending: { enable: null, paid: 0 },
  rejected: { enable: 0, paid: 0 },
  unpaid: { enable: 1, paid: 0 },
  reported: { enable: 1, paid: null },
  confirmed: { enable: 1, paid: 1 },
};

/** The states as SQL literals, for `sql.raw`: the planner uses a partial index only for literals, not for parameters. */
export const sqlListOf = (states: readonly State[]): string =>
  `(${states.map((state) => `'${state}'`).join(', ')})`;

const TAKES_DOCUMENTS = ['pending', 'unpaid', 'reported'] as const satisfies readonly State[];

export const takesDocuments = (state: State): boolean =>
  (TAKES_DOCUMENTS as readonly State[]).includes(state);

/** Approved: the fee is charged. */
export const hasCharges = (state: State): boolean =>
  state === 'unpaid' || state === 'reported' || state === 'confirmed';

export const holdsSeat = (state: State): boolean => (SEAT_STATES as readonly State[]).includes(state);

export const STEPS = {
  approve: {
    from: ['pending'],
    to: 'unpaid',
    action: 'registration.approve',
    refusals: { cancelled: 'registration_unknown' },
  },
  approve_free: {
    from: ['pending'],
    to: 'confirmed',
    action: 'registration.approve',
    refusals: { cancelled: 'registration_unknown' },
  },
  /** Only while the approval is the last step: see `undo-approval.ts`. The seat stays. */
  undo_approval: {
    from: ['unpaid', 'confirmed'],
    to: 'pending',
    action: 'registration.undo_approval',
    refusals: { cancelled: 'registration_unknown' },
  },
  reject: {
    from: ['pending', 'unpaid'],
    to: 'rejected',
    action: 'registration.reject',
    refusals: { cancelled: 'registration_unknown' },
  },
  reopen: {
    from: ['rejected'],
    to: 'pending',
    action: 'registration.reopen',
    refusals: { cancelled: 'registration_unknown' },
  },
  cancel: {
    from: ['pending', 'rejected', 'unpaid'],
    to: 'cancelled',
    action: 'registration.cancel',
    refusals: { reported: 'cancel_under_review', confirmed: 'cancel_after_paying' },
  },
  /** The person may cancel without loss for some days after a postponement. Payments become refunds due. */
  cancel_after_postponement: {
    from: ['pending', 'rejected', 'unpaid', 'reported', 'confirmed'],
    to: 'cancelled',
    action: 'registration.cancel',
    refusals: {},
  },
  cancel_by_staff: {
    from: ['pending', 'unpaid', 'reported', 'confirmed'],
    to: 'cancelled',
    action: 'registration.cancel_by_staff',
    refusals: {},
  },
  /** The person is still unconfirmed: see `lapse-registration.ts`. */
  lapse: {
    from: ['pending'],
    to: 'cancelled',
    action: 'registration.lapse',
    refusals: {},
  },
  move_class: {
    from: ['pending', 'unpaid', 'reported', 'confirmed'],
    to: null,
    action: 'registration.move',
    refusals: { cancelled: 'registration_unknown' },
  },
  move_to_confirmed: {
    from: ['unpaid'],
    to: 'confirmed',
    action: 'registration.move',
    refusals: { cancelled: 'registration_unknown' },
  },
  move_to_unpaid: {
    from: ['confirmed'],
    to: 'unpaid',
    action: 'registration.move',
    refusals: { cancelled: 'registration_unknown' },
  },
  /** The person may report again while `reported`, to correct the report. */
  report_payment: {
    from: ['unpaid', 'reported'],
    to: 'reported',
    action: 'payment.report',
    refusals: {
      pending: 'payment_not_approved',
      rejected: 'payment_not_approved',
      confirmed: 'payment_confirmed',
      cancelled: 'not_applied',
    },
  },
  confirm_payment: {
    from: ['unpaid', 'reported'],
    to: 'confirmed',
    action: 'payment.confirm',
    refusals: {
      pending: 'payment_not_approved',
      rejected: 'payment_not_approved',
      cancelled: 'registration_unknown',
    },
  },
  reject_payment: {
    from: ['reported'],
    to: 'unpaid',
    action: 'payment.reject',
    refusals: {
      pending: 'payment_not_approved',
      rejected: 'payment_not_approved',
      confirmed: 'payment_confirmed',
      cancelled: 'registration_unknown',
    },
  },
  /** `undoPayment` checks that there is no result. */
  undo_to_reported: {
    from: ['confirmed'],
    to: 'reported',
    action: 'payment.undo_confirmation',
    refusals: { cancelled: 'registration_unknown' },
  },
  undo_to_unpaid: {
    from: ['confirmed'],
    to: 'unpaid',
    action: 'payment.undo_confirmation',
    refusals: { cancelled: 'registration_unknown' },
  },
  /** Takes back a payment of somebody who still owes something. */
  undo_part: {
    from: ['unpaid', 'reported'],
    to: null,
    action: 'payment.undo_confirmation',
    refusals: { cancelled: 'registration_unknown' },
  },
  record_result: {
    from: ['confirmed'],
    to: null,
    action: 'training.result',
    refusals: {
      pending: 'result_not_confirmed',
      rejected: 'result_not_confirmed',
      unpaid: 'result_not_confirmed',
      reported: 'result_not_confirmed',
      cancelled: 'registration_unknown',
    },
  },
  /** Changes a recorded result. */
  correct_result: {
    from: ['confirmed'],
    to: null,
    action: 'training.correct',
    refusals: {
      pending: 'result_not_confirmed',
      rejected: 'result_not_confirmed',
      unpaid: 'result_not_confirmed',
      reported: 'result_not_confirmed',
      cancelled: 'registration_unknown',
    },
  },
} as const satisfies Record<string, StepRule<State>>;

export type Step = keyof typeof STEPS;

export const { mayStep, stateAfter, stepRefusal } = defineSteps<State, Step>(STEPS, 'review_conflict');
