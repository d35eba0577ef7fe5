import type { Action } from '@portal/contract/office/audit';
import { defineSteps, type StepRule } from '../platform/steps.ts';

export const CERTIFICATE_STATES = ['valid', 'renewed', 'revoked', 'corrected', 'lapsed'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** All transitions. That a certificate has expired follows from its date. */
export const CERTIFICATE_STEPS = {
  renew: { from: ['valid'], to: 'renewed' },
  correct: {
    from: ['valid'],
    to: 'corrected',
    action: 'certificate.correct',
    refusals: { revoked: 'certificate_revoked', renewed: 'certificate_replaced' },
  },
  revoke: {
    from: ['valid'],
    to: 'revoked',
    action: 'certificate.revoke',
    refusals: { renewed: 'certificate_replaced' },
  },
  /** It had expired, and the person was issued another of its kind. */
  lapse: { from: ['valid'], to: 'lapsed' },
} as const satisfies Record<string, StepRule<CertificateState>>;

export type CertificateStep = keyof typeof CERTIFICATE_STEPS;

export const {
  mayStep: mayStepCertificate,
  isRepeat: isRepeatOfCertificate,
  stepRefusal: certificateStepRefusal,
} = defineSteps<CertificateState, CertificateStep>(CERTIFICATE_STEPS, 'certificate_ended');

export const RENEWAL_STATES = ['open', 'approved', 'rejected'] as const;
export type RenewalState = (typeof RENEWAL_STATES)[number];

/** All transitions. A request starts as `open`. */
export const RENEWAL_STEPS = {
  approve: { from: ['open'], to: 'approved', action: 'renewal.approve' },
  reject: { from: ['open'], to: 'rejected', action: 'renewal.reject' },
} as const satisfies Record<string, StepRule<RenewalState>>;

/** The events that change the version of a request. */
export const REVIEW_ACTIONS = [
  'renewal.approve',
  'renewal.reject',
  'renewal.ask_document',
  'renewal.answer',
] as const satisfies readonly Action[];

export type RenewalStep = keyof typeof RENEWAL_STEPS;

export const { mayStep, isRepeat, stepRefusal } = defineSteps<RenewalState, RenewalStep>(
  RENEWAL_STEPS,
  'renewal_decided',
);
