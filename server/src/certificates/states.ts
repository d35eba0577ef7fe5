import { defineSteps, type StepRule } from '../platform/steps.ts';

export const RENEWAL_STATES = ['open', 'approved', 'rejected'] as const;
export type RenewalState = (typeof RENEWAL_STATES)[number];

/** All transitions. A request starts as `open`. */
export const RENEWAL_STEPS = {
  approve: { from: ['open'], to: 'approved', action: 'renewal.approve' },
  reject: { from: ['open'], to: 'rejected', action: 'renewal.reject' },
} as const satisfies Record<string, StepRule<RenewalState>>;

export type RenewalStep = keyof typeof RENEWAL_STEPS;

export const { mayStep, isRepeat, stepRefusal } = defineSteps<RenewalState, RenewalStep>(
  RENEWAL_STEPS,
  'renewal_decided',
);
