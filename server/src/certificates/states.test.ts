import { describe, expect, test } from 'vitest';
import {
  CERTIFICATE_STATES,
  CERTIFICATE_STEPS,
  type CertificateState,
  type CertificateStep,
  certificateStepRefusal,
  mayStep,
  mayStepCertificate,
  RENEWAL_STATES,
  RENEWAL_STEPS,
  type RenewalState,
  type RenewalStep,
  stepRefusal,
} from './states.ts';

/** Each step from each state: the new state, `again` for a quiet success, or the refusal. */
const table: Record<RenewalStep, Record<RenewalState, string>> = {
  approve: { open: 'approved', approved: 'again', rejected: 'renewal_decided' },
  reject: { open: 'rejected', approved: 'renewal_decided', rejected: 'again' },
};

const outcome = (step: RenewalStep, state: RenewalState): string =>
  mayStep(step, state) ? RENEWAL_STEPS[step].to : (stepRefusal(step, state) ?? 'again');

test('the table knows every state', () => {
  expect(Object.keys(table.approve)).toEqual(RENEWAL_STATES);
});

describe.each(Object.keys(RENEWAL_STEPS) as RenewalStep[])('%s', (step) => {
  test.each(RENEWAL_STATES)('from %s', (state) => {
    expect(outcome(step, state)).toBe(table[step][state]);
  });
});

const certificateTable: Record<CertificateStep, Record<CertificateState, string>> = {
  renew: {
    ...{ valid: 'renewed', renewed: 'again', revoked: 'certificate_ended' },
    ...{ corrected: 'certificate_ended', lapsed: 'certificate_ended' },
  },
  correct: {
    ...{ valid: 'corrected', renewed: 'certificate_replaced', revoked: 'certificate_revoked' },
    ...{ corrected: 'again', lapsed: 'certificate_ended' },
  },
  revoke: {
    ...{ valid: 'revoked', renewed: 'certificate_replaced', revoked: 'again' },
    ...{ corrected: 'certificate_ended', lapsed: 'certificate_ended' },
  },
  lapse: {
    ...{ valid: 'lapsed', renewed: 'certificate_ended', revoked: 'certificate_ended' },
    ...{ corrected: 'certificate_ended', lapsed: 'again' },
  },
};

const certificateOutcome = (step: CertificateStep, state: CertificateState): string =>
  mayStepCertificate(step, state)
    ? CERTIFICATE_STEPS[step].to
    : (certificateStepRefusal(step, state) ?? 'again');

describe.each(Object.keys(CERTIFICATE_STEPS) as CertificateStep[])('%s of a certificate', (step) => {
  test.each(CERTIFICATE_STATES)('from %s', (state) => {
    expect(certificateOutcome(step, state)).toBe(certificateTable[step][state]);
  });
});
