import type { RefusalCode } from '@portal/contract/errors';
import type { Action } from '@portal/contract/office/actions';
import type { StaffState } from '@portal/contract/office/staff';

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

interface StepRule {
  readonly from: readonly StaffState[];
  /** Null for the state that the account has without a suspension. */
  readonly to: StaffState | null;
  readonly action: Action;
  /** A state that is neither here nor in `from` makes the step a repeat, which counts as success. */
  readonly refusals: Partial<Record<StaffState, RefusalCode>>;
}

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
  suspend: { from: ['invited', 'active'], to: 'suspended', action: 'staff.suspend', refusals: {} },
  resume: { from: ['suspended'], to: null, action: 'staff.resume', refusals: {} },
} as const satisfies Record<string, StepRule>;

export type StaffStep = keyof typeof STAFF_STEPS;

export const mayStep = (step: StaffStep, state: StaffState): boolean =>
  (STAFF_STEPS[step].from as readonly StaffState[]).includes(state);

/** Null if the step is allowed or a repeat. */
export const stepRefusal = (step: StaffStep, state: StaffState): RefusalCode | null => {
  const { refusals }: StepRule = STAFF_STEPS[step];
  return refusals[state] ?? null;
};
