import { defineSteps, type StepRule } from '../platform/steps.ts';

/**
 * `fee`: fixed by the approval. `move_difference`: the new fee minus the former one. `waived`: staff accept less.
 * `cancelled`: the seat was given back, or the approval was undone. `kept`: money that stays with the branch although nothing is owed for it.
 */
export const CHARGE_KINDS = ['fee', 'move_difference', 'waived', 'cancelled', 'kept'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const PAYMENT_KINDS = ['full', 'partial', 'surplus'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** `unstated`: staff did not say how the money came. */
export const PAYMENT_METHODS = ['statement', 'cash', 'counter', 'other', 'unstated'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** `withdrawn`: ended with the payment that it would have given back. */
export const REFUND_STATES = ['due', 'paid', 'waived', 'withdrawn'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_STEPS = {
  change: { from: ['due'], to: 'due', action: 'refund.change' },
  pay: { from: ['due'], to: 'paid', action: 'refund.pay' },
  waive: { from: ['due'], to: 'waived', action: 'refund.waive' },
  withdraw: { from: ['due', 'waived'], to: 'withdrawn', action: 'refund.withdraw' },
} as const satisfies Record<string, StepRule<RefundState>>;
export type RefundStep = keyof typeof REFUND_STEPS;

export const { mayStep: mayRefundStep } = defineSteps<RefundState, RefundStep>(REFUND_STEPS);
