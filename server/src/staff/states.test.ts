import { describe, expect, test } from 'vitest';
import {
  mayStep,
  STAFF_STATES,
  STAFF_STEPS,
  type StaffStep,
  type StoredState,
  stateOf,
  stepRefusal,
} from './states.ts';

const suspendedAt = new Date(0);
const accounts = {
  invited: { passwordHash: null, suspendedAt: null },
  active: { passwordHash: 'hash', suspendedAt: null },
  'suspended while invited': { passwordHash: null, suspendedAt },
  suspended: { passwordHash: 'hash', suspendedAt },
} as const satisfies Record<string, StoredState>;

type Account = keyof typeof accounts;

/** Each step of each account: the new state, `again` for a quiet success, or the refusal. */
const table: Record<StaffStep, Record<Account, string>> = {
  invite_again: {
    invited: 'invited',
    active: 'active',
    'suspended while invited': 'staff_suspended',
    suspended: 'staff_suspended',
  },
  accept_invitation: {
    invited: 'active',
    active: 'active',
    'suspended while invited': 'invitation_ended',
    suspended: 'invitation_ended',
  },
  reset_password: {
    invited: 'staff_reset_ended',
    active: 'active',
    'suspended while invited': 'staff_reset_ended',
    suspended: 'staff_reset_ended',
  },
  sign_in: {
    invited: 'staff_credentials_wrong',
    active: 'active',
    'suspended while invited': 'staff_suspended',
    suspended: 'staff_suspended',
  },
  sign_in_by_passkey: {
    invited: 'passkey_refused',
    active: 'active',
    'suspended while invited': 'staff_suspended',
    suspended: 'staff_suspended',
  },
  suspend: {
    invited: 'suspended',
    active: 'suspended',
    'suspended while invited': 'again',
    suspended: 'again',
  },
  resume: {
    invited: 'again',
    active: 'again',
    'suspended while invited': 'invited',
    suspended: 'active',
  },
};

const outcome = (step: StaffStep, account: StoredState): string => {
  const state = stateOf(account);
  if (!mayStep(step, state)) return stepRefusal(step, state) ?? 'again';
  return STAFF_STEPS[step].to ?? stateOf({ ...account, suspendedAt: null });
};

test('the accounts of the table have every state', () => {
  expect(new Set(Object.values(accounts).map(stateOf))).toEqual(new Set(STAFF_STATES));
});

describe.each(Object.keys(STAFF_STEPS) as StaffStep[])('%s', (step) => {
  test.each(Object.keys(accounts) as Account[])('of an account that is %s', (account) => {
    expect(outcome(step, accounts[account])).toBe(table[step][account]);
  });

  test.each(STAFF_STATES)('is allowed or refused, not both: %s', (state) => {
    expect(mayStep(step, state) && stepRefusal(step, state) !== null).toBe(false);
  });
});
