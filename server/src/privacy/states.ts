import { type IncidentState, incidentStates } from '@portal/contract/office/incidents';
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

export const INCIDENT_STATES = incidentStates;

/** All transitions. An incident starts as `open`. */
export const INCIDENT_STEPS = {
  /** The texts that people were told cannot be changed. */
  edit: {
    from: ['open'],
    to: null,
    action: 'incident.edit',
    refusals: { notified: 'incident_fixed', closed: 'incident_closed' },
  },
  /** It is repeated for people who had no mailbox before. */
  notify: {
    from: ['open', 'notified'],
    to: 'notified',
    action: 'incident.notify',
    refusals: { closed: 'incident_closed' },
  },
  close: {
    from: ['open', 'notified'],
    to: 'closed',
    action: 'incident.close',
  },
} as const satisfies Record<string, StepRule<IncidentState>>;

type IncidentStep = keyof typeof INCIDENT_STEPS;

export const { mayStep: mayStepIncident, stepRefusal: incidentRefusal } = defineSteps<
  IncidentState,
  IncidentStep
>(INCIDENT_STEPS);
