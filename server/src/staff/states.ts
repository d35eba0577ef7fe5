import type { StaffState } from '@portal/contract/office/staff';
import { defineSteps, type StepRule } from '../platform/steps.ts';

export const STAFF_STATES = ['invited', 'active', 'suspended'] as const satisfies readonly StaffState[];

/** The stored part of the state. */
export interface StoredState {
  readonly passwordHash: string | null;
  readonly suspendedAt: Date | null;
}

export const stateOf = ({ passwordHash, suspendedAt }: StoredState): StaffState => {
  if (suspendedAt) return 'suspended';
  return passwordHash === null ? 'invited' : 'active';
};

/** Null leads to the state that the account has without a suspension. A state that is neither in `from` nor refused makes a repeat. */
export const STAFF_STEPS = {
  invite_again: {
    from: ['invited', 'active'],
    to: null,
    action: 'staff.invite_again',
    refusals: { suspended: 'staff_suspended' },
  },
  accept_invitation: {
    from: ['invited', 'active'],
    to: 'active',
    action: 'staff.accept_invitation',
    refusals: { suspended: 'invitation_ended' },
  },
  /** By a mailed link of somebody who forgot the password. */
  reset_password: {
    from: ['active'],
    to: null,
    action: 'staff.reset_password',
    refusals: { invited: 'staff_reset_ended', suspended: 'staff_reset_ended' },
  },
  sign_in: {
    from: ['active'],
    to: null,
    action: 'staff.sign_in',
    refusals: { invited: 'staff_credentials_wrong', suspended: 'staff_suspended' },
  },
  sign_in_by_passkey: {
    from: ['active'],
    to: null,
    action: 'staff.sign_in',
    refusals: { invited: 'passkey_refused', suspended: 'staff_suspended' },
  },
  suspend: { from: ['invited', 'active'], to: 'suspended', action: 'staff.suspend' },
  resume: { from: ['suspended'], to: null, action: 'staff.resume' },
} as const satisfies Record<string, StepRule<StaffState>>;

export type StaffStep = keyof typeof STAFF_STEPS;

export const { mayStep, stepRefusal } = defineSteps<StaffState, StaffStep>(STAFF_STEPS);
