import { describe, expect, test } from 'vitest';
import {
  balanceOf,
  differenceOf,
  dueOf,
  heldOf,
  moveEntries,
  priceOf,
  shareOut,
  shareSurplus,
  surplusRefunds,
} from './rules.ts';
import { mayRefundStep, REFUND_STATES, REFUND_STEPS, type RefundState, type RefundStep } from './states.ts';

const due = (id: number, amount: number) => ({ id, due: amount });
const nothing = { charged: 0, kept: 0, received: 0, refunded: 0 };

test.each([
  ['before the approval', nothing, [0, 0, 0]],
  ['approved', { charged: 1500 }, [1500, 0, 1500]],
  ['paid in part', { charged: 1500, received: 1000 }, [1500, 1000, 500]],
  ['paid', { charged: 1500, received: 1500 }, [1500, 1500, 0]],
  ['paid, with 300 waived', { charged: 1200, received: 1200 }, [1200, 1200, 0]],
  ['paid with a surplus that goes back', { charged: 1500, received: 2000, refunded: 500 }, [1500, 1500, 0]],
  ['paid with a surplus that is kept', { charged: 2000, received: 2000, kept: 500 }, [1500, 1500, 0]],
  ['cancelled, and the money goes back', { received: 1500, refunded: 1500 }, [0, 0, 0]],
  ['cancelled, and some is kept', { charged: 200, kept: 200, received: 1500, refunded: 1300 }, [0, 0, 0]],
] as const)('the price, the held money and the balance of a registration that is %s', (_, sums, expected) => {
  const balance = { ...nothing, ...sums };
  expect([priceOf(balance), heldOf(balance), balanceOf(balance)]).toEqual(expected);
});

test.each([
  ['more', { charged: 1500, received: 1500 }, 500, { difference: 500, waived: 0 }],
  ['less', { charged: 1500, received: 1500 }, -500, { difference: -500, waived: 0 }],
  ['less, after a waiver', { charged: 1200, received: 1200 }, -500, { difference: -500, waived: 0 }],
  [
    'nothing, after a waiver of 300',
    { charged: 1200, received: 1200 },
    -1500,
    { difference: -1500, waived: 300 },
  ],
  [
    'nothing, with kept money',
    { charged: 1600, received: 1600, kept: 100 },
    -1500,
    { difference: -1500, waived: 0 },
  ],
] as const)('a move to a class that costs %s', (_, sums, difference, entries) => {
  expect(moveEntries({ ...nothing, ...sums }, difference)).toEqual(entries);
});

test('due are the amounts of all, and nothing without registrations', () => {
  expect([dueOf([due(1, 600), due(2, 500)]), dueOf([])]).toEqual([1100, 0]);
});

describe('money', () => {
  test.each([
    [1500, [due(1, 1500)], 0],
    [1600, [due(1, 1500)], 100],
    [1400, [due(1, 1500)], -100],
    [500, [due(1, 500)], 0],
    [3000, [due(1, 1500), due(2, 1500)], 0],
    [1500, [due(1, 1500), due(2, 0)], 0],
  ])('of %d for %j differs by %d', (amount, dues, difference) => {
    expect(differenceOf(amount, dues)).toBe(difference);
  });

  test('is divided in order, and the rest belongs to no registration', () => {
    const dues = [due(1, 1500), due(2, 500), due(3, 0), due(4, 800)];
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

const paid = (id: number, fee: number) => ({ id, fee, due: 0, owes: false });
const owing = (id: number, due: number) => ({ id, fee: 1500, due, owes: true });

test.each<[string, number, Parameters<typeof surplusRefunds>[1], [number, number][]]>([
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
  expect(surplusRefunds(amount, people).map((refund) => [refund.id, refund.amount])).toEqual(expected);
});

test.each<[RefundStep, RefundState[]]>([
  ['change', ['due']],
  ['pay', ['due']],
  ['waive', ['due']],
  ['withdraw', ['due', 'waived']],
])('the step %s is taken by a refund that is %j', (step, states) => {
  expect(REFUND_STATES.filter((state) => mayRefundStep(step, state))).toEqual(states);
  expect(Object.keys(REFUND_STEPS)).toContain(step);
});
