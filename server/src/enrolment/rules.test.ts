import { describe, expect, test } from 'vitest';
import {
  ageAt,
  bankAccountOf,
  type CallerRegistration,
  concernsOf,
  duesOf,
  groupState,
  moveStep,
  paymentDueOf,
  prerequisiteValidity,
  selectionFor,
  shortfallOf,
  wasRejected,
} from './rules.ts';
import type { State } from './states.ts';

const ME = 1;
const ALPINE = { id: 10, code: 'ALPINE', name: '高山協作隊' };
const LANHAI = { id: 11, code: 'LANHAI', name: '藍海救生隊' };

let serial = 0;
const registration = (
  accountId: number,
  state: State,
  managedGroup: CallerRegistration['managedGroup'] = null,
): CallerRegistration => {
  serial += 1;
  return {
    id: serial,
    accountId,
    state,
    managedGroup,
    paymentDue: null,
    freeCancelUntil: null,
    confirmBy: null,
    fee: 600,
    due: 600,
  };
};

describe('a call with a class code selects', () => {
  test('the caller’s own registration', () => {
    const own = registration(ME, 'unpaid');
    expect(selectionFor([own], { accountId: ME })).toEqual({ group: null, registrations: [own] });
  });

  test('the caller’s own registration before those of a managed group', () => {
    const own = registration(ME, 'pending');
    expect(selectionFor([registration(2, 'unpaid', LANHAI), own], { accountId: ME })).toEqual({
      group: null,
      registrations: [own],
    });
  });

  test('all seats of a managed group, also the caller’s own', () => {
    const seats = [registration(ME, 'pending', LANHAI), registration(2, 'confirmed', LANHAI)];
    expect(selectionFor(seats, { accountId: ME })).toEqual({ group: LANHAI, registrations: seats });
  });

  test('only registrations that hold a seat', () => {
    const seat = registration(2, 'unpaid', LANHAI);
    expect(selectionFor([registration(3, 'rejected', LANHAI), seat], { accountId: ME })).toEqual({
      group: LANHAI,
      registrations: [seat],
    });
  });

  test('the first group by code of several', () => {
    const seats = [registration(2, 'unpaid', LANHAI), registration(3, 'unpaid', ALPINE)];
    expect(selectionFor(seats, { accountId: ME })?.group).toEqual(ALPINE);
  });

  test('the first group by code, in whichever order they come', () => {
    const seats = [registration(3, 'unpaid', ALPINE), registration(2, 'unpaid', LANHAI)];
    expect(selectionFor(seats, { accountId: ME })).toEqual({
      group: ALPINE,
      registrations: [seats[0]],
    });
  });

  test('never the registration of somebody else', () => {
    expect(selectionFor([registration(2, 'unpaid')], { accountId: ME })).toBeNull();
  });

  test('the named group, even before the own registration', () => {
    const seats = [
      registration(ME, 'pending'),
      registration(2, 'unpaid', LANHAI),
      registration(3, 'unpaid', ALPINE),
    ];
    expect(selectionFor(seats, { accountId: ME, groupCode: 'LANHAI' })?.group).toEqual(LANHAI);
  });

  test('nothing if the caller does not manage the named group', () => {
    const seats = [registration(ME, 'pending'), registration(2, 'unpaid', LANHAI)];
    expect(selectionFor(seats, { accountId: ME, groupCode: 'OTHER' })).toBeNull();
  });

  test.each(['rejected', 'cancelled'] as const)('nothing if the caller’s own one is %s', (state) => {
    expect(selectionFor([registration(ME, state)], { accountId: ME })).toBeNull();
  });

  test('nothing if nobody is registered', () => {
    expect(selectionFor([], { accountId: ME })).toBeNull();
  });
});

describe('the caller was rejected', () => {
  const [rejected, later] = [registration(ME, 'rejected'), registration(ME, 'pending')];
  test.each([
    ['if their last registration was', [rejected], undefined, true],
    ['not if they have enrolled again', [rejected, later], undefined, false],
    ['not if they have enrolled again, in whichever order they come', [later, rejected], undefined, false],
    ['not if they ask about a group', [rejected], 'LANHAI', false],
    ['not if somebody else was', [registration(2, 'rejected')], undefined, false],
    ['not if a registration of their group was', [registration(ME, 'rejected', LANHAI)], undefined, false],
    ['not if they never enrolled', [], undefined, false],
  ])('%s', (_, registrations, groupCode, expected) => {
    expect(wasRejected(registrations, { accountId: ME, groupCode })).toBe(expected);
  });
});

test.each<[State[], State | undefined]>([
  [['confirmed', 'pending', 'reported', 'unpaid'], 'unpaid'],
  [['confirmed', 'pending', 'reported'], 'reported'],
  [['confirmed', 'pending', 'rejected'], 'pending'],
  [['rejected', 'confirmed'], 'confirmed'],
  [['rejected', 'cancelled'], 'rejected'],
  [['cancelled'], undefined],
  [[], undefined],
])('of the states %j, %s is shown', (states, shown) => {
  expect(groupState(states)).toBe(shown);
});

test.each([
  [{ bank: null, holder: '協會', accountNumber: '001' }],
  [{ bank: '臺灣銀行', holder: null, accountNumber: '001' }],
  [{ bank: '臺灣銀行', holder: '協會', accountNumber: null }],
])('%j is no bank account', (row) => {
  expect(bankAccountOf(row)).toBeNull();
});

test('a bank account has a bank, a holder and a number', () => {
  expect(bankAccountOf({ bank: '臺灣銀行', holder: '協會', accountNumber: '001' })).toEqual({
    bank: '臺灣銀行',
    holder: '協會',
    number: '001',
  });
});

describe('the last day to pay', () => {
  const startTime = new Date('2026-12-20T01:00:00Z');
  test.each([
    ['is so many days after the approval', 7, '2026-12-01', '2026-12-08'],
    ['is at the latest the day before the class', 7, '2026-12-15', '2026-12-19'],
    ['is the day of an approval on the day before the class', 7, '2026-12-19', '2026-12-19'],
    ['is the day of an approval on the day of the class', 7, '2026-12-20', '2026-12-20'],
    ['is the day of the approval if no days are given', 0, '2026-12-01', '2026-12-01'],
  ])('%s', (_, paymentDays, day, due) => {
    expect(paymentDueOf({ startTime, paymentDays }, day)).toBe(due);
  });
});

test('dues count the unpaid registrations, with the earliest deadline', () => {
  const seats = [
    { state: 'unpaid', paymentDue: '2026-12-09', due: 600 },
    { state: 'unpaid', paymentDue: '2026-12-08', due: 100 },
    { state: 'unpaid', paymentDue: null, due: 600 },
    { state: 'confirmed', paymentDue: '2026-12-01', due: 600 },
    { state: 'pending', paymentDue: null, due: 600 },
  ] as const;
  const now = new Date('2026-12-01T02:00:00Z');
  const none = { fee: 600, unpaid: 0, amount: 0, payment_due: null, overdue: false };
  const three = { unpaid: 3, amount: 1300, payment_due: '2026-12-08' };
  expect(duesOf(600, seats, now)).toEqual({ ...none, ...three });
  expect(duesOf(600, [], now)).toEqual(none);
});

test.each([
  ['unpaid', null, false],
  ['unpaid', '2026-12-07', false],
  ['unpaid', '2026-12-06', true],
  ['reported', '2026-12-06', false],
] as const)('on 7 December in Taipei, %s and due on %s: overdue %s', (state, paymentDue, overdue) => {
  for (const now of [new Date('2026-12-06T16:00:00Z'), new Date('2026-12-07T15:59:59Z')])
    expect(duesOf(600, [{ state, paymentDue, due: 600 }], now).overdue).toBe(overdue);
});

describe('a shortfall', () => {
  const now = new Date('2026-12-07T02:00:00Z');
  const seat = (paidMoney: number | null, overrides: object = {}) => ({
    ...{ state: 'reported' as const, paymentDue: '2026-12-09', due: 600 },
    report: paidMoney === null ? null : { id: 1, paidMoney },
    ...overrides,
  });
  const second = (paidMoney: number) => ({ report: { id: 2, paidMoney } });

  test.each<[string, ReturnType<typeof seat>[], [reported: number, due: number, missing: number] | null]>([
    ['is what the report lacks of the fee', [seat(500)], [500, 600, 100]],
    ['is missing where the report names the fee', [seat(600)], null],
    ['is missing where the report names more', [seat(700)], null],
    ['counts what was received before', [seat(400, { due: 500 })], [400, 500, 100]],
    ['is missing where the report names the rest', [seat(500, { due: 500 })], null],
    ['counts one report for several people once', [seat(1000), seat(1000)], [1000, 1200, 200]],
    ['adds several reports', [seat(500), seat(0, second(600))], [1100, 1200, 100]],
    ['lets one report make up for another', [seat(500), seat(0, second(700))], null],
    ['leaves out people whose report is hidden', [seat(500), seat(null)], [500, 600, 100]],
    ['is missing without a report', [seat(null)], null],
    ['leaves out other states', [seat(500, { state: 'unpaid' }), seat(0, { state: 'confirmed' })], null],
  ])('%s', (_, seats, expected) => {
    const found = shortfallOf(seats, now);
    expect(found && [found.reported, found.due, found.missing]).toEqual(expected);
  });

  test.each([
    ['2026-12-09', '2026-12-08', '2026-12-08', false],
    ['2026-12-07', null, '2026-12-07', false],
    ['2026-12-06', '2026-12-08', '2026-12-06', true],
    [null, null, null, false],
  ])('with the deadlines %s and %s shows %s, overdue: %s', (one, other, payment_due, overdue) => {
    const seats = [seat(500, { paymentDue: one }), seat(500, { paymentDue: other })];
    expect(shortfallOf(seats, now)).toMatchObject({ payment_due, overdue });
  });
});

describe('a prerequisite on the first day of the class', () => {
  const startTime = new Date('2026-12-20T01:00:00Z');
  test.each([
    [null, 'none'],
    ['2026-12-19', 'expired'],
    ['2026-12-20', 'valid'],
  ] as const)('with a certificate until %s is %s', (endTime, validity) => {
    expect(prerequisiteValidity({ endTime }, startTime)).toBe(validity);
  });
});

test.each([
  ['2008-12-20', 18],
  ['2008-12-21', 17],
  ['2004-02-29', 22],
])('a person born on %s is %d on 2026-12-20 in Taipei', (birthday, age) => {
  expect(ageAt(birthday, new Date('2026-12-19T16:00:00Z'))).toBe(age);
});

describe('a concern', () => {
  const now = new Date('2026-12-01T02:00:00Z');
  const fine = {
    startTime: new Date('2026-12-20T01:00:00Z'),
    complete: true,
    suspended: false,
    unconfirmed: false,
    hasPhoto: true,
    documentMissing: false,
    overlaps: false,
    prerequisites: [],
  };
  test.each([
    [{}, []],
    [{ complete: false }, ['profile_incomplete']],
    [{ suspended: true }, ['suspended']],
    [{ unconfirmed: true }, ['unconfirmed']],
    [{ hasPhoto: false }, ['photo_missing']],
    [{ documentMissing: true }, ['document_missing']],
    [{ overlaps: true }, ['overlap']],
    [{ startTime: now }, ['class_started']],
    [{ prerequisites: [{ endTime: null }] }, ['prerequisite_missing']],
    [{ prerequisites: [{ endTime: '2026-12-19' }] }, ['prerequisite_expired']],
    [{ prerequisites: [{ endTime: '2026-12-20' }] }, []],
    [
      { hasPhoto: false, prerequisites: [{ endTime: '2026-12-01' }, { endTime: null }] },
      ['prerequisite_missing', 'prerequisite_expired', 'photo_missing'],
    ],
  ])('follows from the facts %j: %j', (facts, concerns) => {
    expect(concernsOf({ ...fine, ...facts }, now)).toEqual(concerns);
  });
});

test.each([
  ['pending', 0, 'move_class'],
  ['unpaid', 1500, 'move_class'],
  ['unpaid', 1, 'move_class'],
  ['unpaid', 0, 'move_to_confirmed'],
  ['unpaid', -100, 'move_to_confirmed'],
  ['reported', 1500, 'move_class'],
  ['confirmed', 0, 'move_class'],
  ['confirmed', -500, 'move_class'],
  ['confirmed', 1, 'move_to_unpaid'],
] as const)('a move of a %s registration that owes %d afterwards uses the step %s', (state, owed, step) => {
  expect(moveStep({ state }, owed)).toBe(step);
});
