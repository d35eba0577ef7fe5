import type { RefusalCode } from '@portal/contract/errors';

export const RENEWAL_STATES = ['open', 'approved', 'rejected'] as const;
export type RenewalState = (typeof RENEWAL_STATES)[number];

interface StepMeaning {
  readonly from: readonly RenewalState[];
  readonly to: RenewalState;
  readonly action: string;
}

/** All transitions. A request starts as `open`. */
export const RENEWAL_STEPS = {
  approve: { from: ['open'], to: 'approved', action: 'renewal.approve' },
  reject: { from: ['open'], to: 'rejected', action: 'renewal.reject' },
} as const satisfies Record<string, StepMeaning>;

export type RenewalStep = keyof typeof RENEWAL_STEPS;

export const mayStep = (step: RenewalStep, state: RenewalState): boolean =>
  (RENEWAL_STEPS[step].from as readonly RenewalState[]).includes(state);

/** Null if the target state is reached already: a repeat counts as success. */
export const stepRefusal = (step: RenewalStep, state: RenewalState): RefusalCode | null =>
  state === RENEWAL_STEPS[step].to ? null : 'renewal_decided';
