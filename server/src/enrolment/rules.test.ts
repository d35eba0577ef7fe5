import { describe, expect, test } from 'vitest';
import { type CallerRegistration, duesOf, foldedState, paymentDueOf, selectionFor } from './rules.ts';
import type { State } from './states.ts';

const ME = 1;
const ALPINE = { id: 10, code: 'ALPINE' };
const LANHAI = { id: 11, code: 'LANHAI' };

let serial = 0;
const registration = (
  accountId: number,
  state: State,
  managed: CallerRegistration['managed'] = null,
): CallerRegistration => {
  serial += 1;
  return { id: serial, accountId, state, managed, paymentDue: null };
};

describe('a class code means', () => {
  test('the own registration', () => {
    const own = registration(ME, 'unpaid');
    expect(selectionFor([own], { accountId: ME })).toEqual({ group: null, registrations: [own] });
  });

  test('the own registration before those of a managed group', () => {
    const own = registration(ME, 'pending');
    expect(selectionFor([registration(2, 'unpaid', LANHAI), own], { accountId: ME })).toEqual({
      group: null,
      registrations: [own],
    });
  });

  test('all seats of the group where the own one was taken through it', () => {
    const seats = [registration(ME, 'pending', LANHAI), registration(2, 'confirmed', LANHAI)];
    expect(selectionFor(seats, { accountId: ME })).toEqual({ group: LANHAI, registrations: seats });
  });

  test('only what holds a seat of a group', () => {
    const seat = registration(2, 'unpaid', LANHAI);
    expect(selectionFor([registration(3, 'refused', LANHAI), seat], { accountId: ME })).toEqual({
      group: LANHAI,
      registrations: [seat],
    });
  });

  test('the first group by code of several', () => {
    const seats = [registration(2, 'unpaid', LANHAI), registration(3, 'unpaid', ALPINE)];
    expect(selectionFor(seats, { accountId: ME })?.group).toEqual(ALPINE);
  });

  test('the group that is named, even before the own registration', () => {
    const seats = [
      registration(ME, 'pending'),
      registration(2, 'unpaid', LANHAI),
      registration(3, 'unpaid', ALPINE),
    ];
    expect(selectionFor(seats, { accountId: ME, groupCode: 'LANHAI' })?.group).toEqual(LANHAI);
  });

  test('nothing where the group that is named is not managed', () => {
    const seats = [registration(ME, 'pending'), registration(2, 'unpaid', LANHAI)];
    expect(selectionFor(seats, { accountId: ME, groupCode: 'OTHER' })).toBeNull();
  });

  test.each(['refused', 'cancelled'] as const)('nothing where the own one is %s', (state) => {
    expect(selectionFor([registration(ME, state)], { accountId: ME })).toBeNull();
  });

  test('nothing where nobody is registered', () => {
    expect(selectionFor([], { accountId: ME })).toBeNull();
  });
});

test.each<[State[], State | undefined]>([
  [['confirmed', 'pending', 'reported', 'unpaid'], 'unpaid'],
  [['confirmed', 'pending', 'reported'], 'reported'],
  [['confirmed', 'pending', 'refused'], 'pending'],
  [['refused', 'confirmed'], 'confirmed'],
  [['refused', 'cancelled'], 'refused'],
  [['cancelled'], undefined],
  [[], undefined],
])('of %j, %s needs action first', (states, shown) => {
  expect(foldedState(states)).toBe(shown);
});

describe('the last day to pay', () => {
  const startTime = new Date('2026-12-20T01:00:00Z');
  test.each([
    ['days after the approval', 7, '2026-12-01', '2026-12-08'],
    ['the day before the class', 7, '2026-12-15', '2026-12-19'],
    ['on the day before the class', 7, '2026-12-19', '2026-12-19'],
    ['on the day of the class', 7, '2026-12-20', '2026-12-20'],
    ['at once', 0, '2026-12-01', '2026-12-01'],
  ])('%s', (_, paymentDays, day, due) => {
    expect(paymentDueOf({ startTime, paymentDays }, day)).toBe(due);
  });
});

test('only the approved and unpaid registrations are to be paid, by the earliest day', () => {
  const seats = [
    { state: 'unpaid', paymentDue: '2026-12-09' },
    { state: 'unpaid', paymentDue: '2026-12-08' },
    { state: 'unpaid', paymentDue: null },
    { state: 'confirmed', paymentDue: '2026-12-01' },
    { state: 'pending', paymentDue: null },
  ] as const;
  expect(duesOf(600, seats)).toEqual({ fee: 600, amount: 1800, payment_due: '2026-12-08' });
  expect(duesOf(600, [])).toEqual({ fee: 600, amount: 0, payment_due: null });
});
