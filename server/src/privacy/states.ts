import { defineSteps, type StepRule } from '../platform/steps.ts';

export const ERASURE_STATES = ['requested', 'withdrawn', 'declined', 'erased'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** All transitions. A request starts as `requested`. */
const ERASURE_STEPS = {
  withdraw: { from: ['requested'], to: 'withdrawn' },
  decline: { from: ['requested'], to: 'declined' },
  erase: { from: ['requested'], to: 'erased' },
} as const satisfies Record<string, StepRule<ErasureState>>;

type ErasureStep = keyof typeof ERASURE_STEPS;

export const { mayStep } = defineSteps<ErasureState, ErasureStep>(ERASURE_STEPS);
