import { describe, expect, test } from 'vitest';
import type { State } from '../enrolment/states.ts';
import { sumsOf } from './day-sheet.ts';
import { paysInto } from './payable.ts';
import { mayConfirmRefund } from './policy.ts';
import { differenceOf, selectionRefusal, shareOut, toReport } from './rules.ts';
import { mayRefundStep, REFUND_STATES, REFUND_STEPS, type RefundStep } from './states.ts';

const registrationsIn = (...states: State[]) =>
  states.map((state, at) => ({
    ...{ id: at + 1, accountId: 5, state, managed: null },
    ...{ paymentDue: null, freeCancelUntil: null },
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
    [['refused'], 'payment_not_approved'],
    [['confirmed'], 'payment_confirmed'],
  ])('for registrations that are %j is refused: %s', (states, code) => {
    expect(toReport({ group: null, registrations: registrationsIn(...states) })).toBe(code);
  });

  test.each<[State, string | undefined, string]>([
    ['refused', undefined, 'payment_not_approved'],
    ['cancelled', undefined, 'not_applied'],
    ['refused', 'TEAM', 'not_applied'],
  ])('without a seat, of a %s registration and the group %s, is refused: %s', (state, groupCode, code) => {
    expect(selectionRefusal(registrationsIn(state), { accountId: 5, groupCode })).toBe(code);
  });
});

const due = (id: number, fee: number, kept = 0) => ({ id, fee, kept });

describe('money', () => {
  test.each([
    [1500, [due(1, 1500)], 0],
    [1600, [due(1, 1500)], 100],
    [1400, [due(1, 1500)], -100],
    [500, [due(1, 1500, 1000)], 0],
    [3000, [due(1, 1500), due(2, 1500)], 0],
    [1500, [due(1, 1500), due(2, 600, 900)], 0],
  ])('of %d for %j differs by %d', (amount, dues, difference) => {
    expect(differenceOf(amount, dues)).toBe(difference);
  });

  test('is divided in order, and the rest belongs to no registration', () => {
    const dues = [due(1, 1500), due(2, 1500, 1000), due(3, 600, 900), due(4, 800)];
    expect(shareOut(2300, dues)).toEqual([
      { id: 1, amount: 1500, short: 0 },
      { id: 2, amount: 500, short: 0 },
      { id: 3, amount: 0, short: 0 },
      { id: 4, amount: 300, short: 500 },
    ]);
    expect(shareOut(9000, [due(1, 1500)])).toEqual([{ id: 1, amount: 1500, short: 0 }]);
  });
});

describe('a class pays into an account', () => {
  const account = { accountId: 3, organizationId: 7 };

  test.each([
    ['that it names', { accountId: 3, organizationId: 8, accountOrganizationId: 9 }, true],
    ['of its organisation', { accountId: null, organizationId: 7, accountOrganizationId: null }, true],
    [
      'of the organisation whose account it names',
      { accountId: 4, organizationId: 8, accountOrganizationId: 7 },
      true,
    ],
    ['of no other organisation', { accountId: null, organizationId: 8, accountOrganizationId: null }, false],
    [
      'of its organisation, not where it names one of another',
      { accountId: 4, organizationId: 7, accountOrganizationId: 8 },
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

test.each(Object.keys(REFUND_STEPS) as RefundStep[])(
  'only a refund that is due takes the step %s',
  (step) => {
    expect(REFUND_STATES.filter((state) => mayRefundStep(step, state))).toEqual(['due']);
  },
);

test('each line of a day counts in the total and in one other sum', () => {
  const line = { amount: 100, aside: null, paymentId: null };
  const sums = sumsOf([
    line,
    { ...line, amount: 30 },
    { ...line, amount: 200, paymentId: '1' },
    { ...line, amount: 7, aside: 'by_hand' },
    { ...line, amount: 0, aside: 'zero' },
    { ...line, amount: -50, aside: 'withdrawal' },
  ]);
  expect(sums).toEqual({
    all: { count: 6, sum: 287 },
    matched: { count: 1, sum: 200 },
    open: { count: 2, sum: 130 },
    aside: { count: 2, sum: 7 },
    withdrawn: { count: 1, sum: -50 },
  });
});
