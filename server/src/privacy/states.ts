import {
  type RequestKind,
  type RequestState,
  requestKinds,
  requestStates,
} from '@portal/contract/office/privacy';
import { defineSteps, type StepRule } from '../platform/steps.ts';

export const PRIVACY_KINDS = requestKinds;
export type PrivacyKind = RequestKind;
export const PRIVACY_STATES = requestStates;
export type PrivacyState = RequestState;

/** All transitions. A request starts as `requested`. */
export const PRIVACY_STEPS = {
  withdraw: { from: ['requested'], to: 'withdrawn', action: 'privacy.withdraw' },
  extend: { from: ['requested'], to: null, action: 'privacy.extend' },
  decline: { from: ['requested'], to: 'declined', action: 'privacy.decline' },
  /** Access and correction. */
  answer: { from: ['requested'], to: 'answered', action: 'privacy.answer' },
  /** Erasure. */
  erase: { from: ['requested'], to: 'erased', action: 'privacy.erase' },
} as const satisfies Record<string, StepRule<PrivacyState>>;

export type PrivacyStep = keyof typeof PRIVACY_STEPS;

export const { mayStep } = defineSteps<PrivacyState, PrivacyStep>(PRIVACY_STEPS);
