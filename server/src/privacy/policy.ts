import type { IncidentState } from '@portal/contract/office/incidents';
import { mayStep, mayStepIncident, type PrivacyKind, type PrivacyState } from './states.ts';

/** `state` is null before the first request. Only one request waits at a time. */
export const erasurePermissions = (state: PrivacyState | null) => ({
  can_request: state !== 'requested',
  can_withdraw: state !== null && mayStep('withdraw', state),
});

interface Judged {
  readonly kind: PrivacyKind;
  readonly state: PrivacyState;
  readonly extendedAt: Date | null;
}

/** Tells for each act whether staff who handle the request may do it. */
export const requestPermissions = ({ kind, state, extendedAt }: Judged) => ({
  extend: mayStep('extend', state) && extendedAt === null,
  decline: mayStep('decline', state),
  answer: kind !== 'erasure' && mayStep('answer', state),
  withdraw: mayStep('withdraw', state),
  erase: kind === 'erasure' && mayStep('erase', state),
});

interface JudgedIncident {
  readonly state: IncidentState;
  /** People who can be mailed and were not. */
  readonly toMail: number;
  readonly isLetterComplete: boolean;
}

/** The acts that staff who handle the incident may take. */
export const incidentPermissions = ({ state, toMail, isLetterComplete }: JudgedIncident) => ({
  edit: mayStepIncident('edit', state),
  notify: mayStepIncident('notify', state) && toMail > 0 && isLetterComplete,
  close: mayStepIncident('close', state),
});
