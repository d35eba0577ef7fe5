import { describe, expect, test } from 'vitest';
import type { State } from '../enrolment/states.ts';
import { paysInto } from './payable.ts';
import { mayConfirmRefund } from './policy.ts';
import { selectionRefusal, toReport } from './rules.ts';

const registrationsIn = (...states: State[]) =>
  states.map((state, at) => ({
    ...{ id: at + 1, accountId: 5, state, managedGroup: null },
    ...{ paymentDue: null, freeCancelUntil: null, confirmBy: null, fee: 1500, due: 1500 },
  }));

describe('a report', () => {
  test.each<[State[], number[]]>([
    [['unpaid'], [1]],
    [['reported'], [1]],
    [
      ['reported', 'unpaid', 'confirmed', 'unpaid'],
      [2, 4],
    ],
    [['confirmed', 'reported', 'pending'], [2]],
  ])('for registrations that are %j covers %j', (states, ids) => {
    const covered = toReport({ group: null, registrations: registrationsIn(...states) });
    expect(typeof covered === 'string' ? covered : covered.map(({ id }) => id)).toEqual(ids);
  });

  test.each<[State[], string]>([
    [[], 'not_applied'],
    [['pending'], 'payment_not_approved'],
    [['rejected'], 'payment_not_approved'],
    [['confirmed'], 'payment_confirmed'],
  ])('for registrations that are %j is refused: %s', (states, code) => {
    expect(toReport({ group: null, registrations: registrationsIn(...states) })).toBe(code);
  });

  test.each<[State, string | undefined, string]>([
    ['rejected', undefined, 'payment_not_approved'],
    ['cancelled', undefined, 'not_applied'],
    ['rejected', 'TEAM', 'not_applied'],
  ])('without a seat, of a %s registration and the group %s, is refused: %s', (state, groupCode, code) => {
    expect(selectionRefusal(registrationsIn(state), { accountId: 5, groupCode })).toBe(code);
  });
});

describe('a class pays into an account', () => {
  const account = { accountId: 3, organizationId: 7 };

  test.each([
    ['that it names', { accountId: 3, accountOrganizationId: 9 }, true],
    ['of its organisation', { accountId: null, accountOrganizationId: 7 }, true],
    ['of the organisation whose account it names', { accountId: 4, accountOrganizationId: 7 }, true],
    ['of no other organisation', { accountId: null, accountOrganizationId: 8 }, false],
    [
      'of its organisation, not where it names one of another',
      { accountId: 4, accountOrganizationId: 8 },
      false,
    ],
  ])('%s', (_, row, expected) => {
    expect(paysInto(row, account)).toBe(expected);
  });
});

test.each([
  ['entered it and is the only cashier', 'staff:1', null, 1, true],
  ['entered it while there is another', 'staff:1', null, 2, false],
  ['changed it while there is another', 'staff:2', 'staff:1', 2, false],
  ['neither entered nor changed it', 'staff:2', 'staff:3', 2, true],
])('staff who %s confirm a refund: %s', (_, createdBy, changedBy, cashiers, expected) => {
  expect(mayConfirmRefund({ createdBy, changedBy }, 'staff:1', cashiers)).toBe(expected);
});
