import { describe, expect, test } from 'vitest';
import type { State } from '../enrolment/states.ts';
import { paysInto } from './payable.ts';
import { mayConfirmRefund } from './policy.ts';
import { differenceOf, refundEach, selectionRefusal, shareOut, shareSurplus, toReport } from './rules.ts';
import { mayRefundStep, REFUND_STATES, REFUND_STEPS, type RefundStep } from './states.ts';

const registrationsIn = (...states: State[]) =>
  states.map((state, at) => ({
    ...{ id: at + 1, accountId: 5, state, managedGroup: null },
    ...{ paymentDue: null, freeCancelUntil: null, confirmBy: null, fee: 1500, kept: 0 },
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
    const sharesOf = (amount: number, of: typeof dues) =>
      shareOut(amount, of).map(({ id, amount: share, short }) => ({ id, amount: share, short }));
    expect(sharesOf(2300, dues)).toEqual([
      { id: 1, amount: 1500, short: 0 },
      { id: 2, amount: 500, short: 0 },
      { id: 3, amount: 0, short: 0 },
      { id: 4, amount: 300, short: 500 },
    ]);
    expect(sharesOf(9000, [due(1, 1500)])).toEqual([{ id: 1, amount: 1500, short: 0 }]);
  });
});

test.each([
  ['one person, all of it', 1700, [[1, 1500]], [[1, 1700]]],
  [
    'several, each the fee',
    3000,
    [
      [1, 1500],
      [2, 1500],
    ],
    [
      [1, 1500],
      [2, 1500],
    ],
  ],
  [
    'the first, what is left',
    2700,
    [
      [1, 1500],
      [2, 600],
    ],
    [
      [1, 2100],
      [2, 600],
    ],
  ],
  [
    'the later ones, less',
    2000,
    [
      [1, 1500],
      [2, 1500],
    ],
    [
      [1, 1500],
      [2, 500],
    ],
  ],
])('a surplus returns to %s', (_, amount, paid, expected) => {
  const rows = paid.map(([id = 0, fee = 0]) => ({ id, fee }));
  expect(shareSurplus(amount, rows).map((share) => [share.id, share.amount])).toEqual(expected);
});

const paid = (id: number, fee: number) => ({ id, fee, due: 0, isPaid: true });
const owing = (id: number, due: number) => ({ id, fee: 1500, due, isPaid: false });

test.each<[string, number, Parameters<typeof refundEach>[1], [number, number][]]>([
  ['nobody where it is what is due', 1500, [owing(1, 1500)], []],
  ['nobody where it is less', 1400, [owing(1, 1500), paid(2, 1500)], []],
  ['the first where nobody has paid', 3100, [owing(1, 1500), owing(2, 1500)], [[1, 100]]],
  [
    'those who have paid',
    4200,
    [owing(1, 1000), paid(2, 1500), paid(3, 1700)],
    [
      [2, 1500],
      [3, 1700],
    ],
  ],
  [
    'those who have paid, up to the fee',
    2500,
    [paid(1, 1500), owing(2, 500), paid(3, 1500)],
    [
      [1, 1500],
      [3, 500],
    ],
  ],
  [
    'everybody where all have paid',
    3000,
    [paid(1, 1500), paid(2, 1500)],
    [
      [1, 1500],
      [2, 1500],
    ],
  ],
])('what is left of an amount goes to %s', (_, amount, people, expected) => {
  expect(refundEach(amount, people).map((refund) => [refund.id, refund.amount])).toEqual(expected);
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

test.each(Object.keys(REFUND_STEPS) as RefundStep[])(
  'only a refund that is due takes the step %s',
  (step) => {
    expect(REFUND_STATES.filter((state) => mayRefundStep(step, state))).toEqual(['due']);
  },
);
