import { describe, expect, test } from 'vitest';
import type { TrainingClass } from '../catalogue/rules.ts';
import { STATES, type State } from '../enrolment/states.ts';
import {
  groupRefusals,
  joinedMembership,
  type MembershipFacts,
  type SeatStatus,
  seatStatusOf,
  type TickObstacle,
  tickObstacle,
} from './rules.ts';

const NOW = new Date('2026-12-01T02:00:00Z');
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);
const GROUP = 7;
const OTHER = 8;

const open: TrainingClass = {
  state: 'published',
  startTime: minutes(60),
  applyFrom: null,
  applyUntil: null,
  personalAllow: true,
  groupAllow: true,
  groupId: null,
  limitNumber: 10,
  number: 3,
};

describe('the seat status of somebody whose current registration is', () => {
  const seatStatuses: Record<
    State,
    readonly [ours: SeatStatus, personal: SeatStatus, elsewhere: SeatStatus]
  > = {
    pending: ['seated', 'seated_personally', 'seated_elsewhere'],
    unpaid: ['seated', 'seated_personally', 'seated_elsewhere'],
    reported: ['seated', 'seated_personally', 'seated_elsewhere'],
    confirmed: ['seated', 'seated_personally', 'seated_elsewhere'],
    rejected: ['rejected', 'none', 'none'],
    cancelled: ['none', 'none', 'none'],
  };

  test.each(STATES)('%s, made through the group, personally, or through another group', (state) => {
    const found = [GROUP, null, OTHER].map((throughGroupId) =>
      seatStatusOf({ state, throughGroupId }, GROUP),
    );
    expect(found).toEqual(seatStatuses[state]);
  });

  test('missing', () => {
    expect(seatStatusOf({ state: null, throughGroupId: null }, GROUP)).toBe('none');
  });
});

describe('the obstacle to changing a tick of somebody', () => {
  const idle = { state: null, throughGroupId: null, complete: true };
  const throughGroup = (state: State) => ({ state, throughGroupId: GROUP, complete: true });

  test.each<[string, Parameters<typeof tickObstacle>[0], Partial<TrainingClass>, TickObstacle | null]>([
    ['who may be enrolled', idle, {}, null],
    ['whose profile is not complete', { ...idle, complete: false }, {}, 'incomplete'],
    ['in a class without groups', idle, { groupAllow: false }, 'not_allowed'],
    ['before the enrolment period', idle, { applyFrom: minutes(1) }, 'not_open_yet'],
    ['after the enrolment period', idle, { applyUntil: NOW }, 'closed'],
    ['in a class that has started', idle, { startTime: NOW }, 'started'],
    ['in a full class, where the group may exchange people', idle, { number: 10 }, null],
    ['who was refused', throughGroup('rejected'), {}, null],
    ['who cancelled', throughGroup('cancelled'), {}, null],
    ['who is pending', throughGroup('pending'), {}, null],
    ['who has not paid', throughGroup('unpaid'), {}, null],
    ['whose payment is reported', throughGroup('reported'), {}, 'reported'],
    ['who has paid', throughGroup('confirmed'), {}, 'paid'],
    ['who is pending, after the enrolment period', throughGroup('pending'), { applyUntil: NOW }, null],
    [
      'who is pending in a class that has started',
      throughGroup('pending'),
      { startTime: NOW },
      'cancel_after_start',
    ],
    ['who has paid in a class that has started', throughGroup('confirmed'), { startTime: NOW }, 'paid'],
    [
      'who is seated and whose profile is not complete',
      { ...throughGroup('unpaid'), complete: false },
      {},
      null,
    ],
    ['who holds a personal seat', { ...idle, state: 'pending' }, {}, 'seated_personally'],
    [
      'who holds a seat through another group',
      { ...throughGroup('unpaid'), throughGroupId: OTHER },
      {},
      'seated_elsewhere',
    ],
  ])('%s', (_, person, change, lock) => {
    expect(tickObstacle(person, GROUP, { ...open, ...change }, NOW)).toBe(lock);
  });
});

test('a group gets the refusals of a person, except for classes without group enrolment', () => {
  expect(groupRefusals).toMatchObject({
    not_allowed: 'group_not_allowed',
    not_open_yet: 'class_not_open_yet',
    closed: 'class_closed',
    started: 'class_started',
    full: 'class_full',
  });
});

describe('the membership of a person with two accounts', () => {
  const current = (joined: number, role: 'manager' | 'member' = 'member'): MembershipFacts => ({
    role,
    joinedAt: minutes(joined),
    leftAt: null,
  });
  const former = (joined: number, left: number): MembershipFacts => ({
    role: 'member',
    joinedAt: minutes(joined),
    leftAt: minutes(left),
  });

  test.each([
    ['of a manager', current(1, 'manager')],
    ['of a former member', former(1, 2)],
  ])('of whom one was in the group is the one %s', (_, only) => {
    expect(joinedMembership(only, null)).toEqual(only);
  });

  test.each([
    ['two members', current(1), current(2), current(1)],
    ['a manager and a member', current(2, 'manager'), current(1), current(1, 'manager')],
    ['a former and a current member', former(1, 2), current(3), current(3)],
    ['a former member and a manager', former(1, 2), current(3, 'manager'), current(3, 'manager')],
    ['two former members', former(1, 2), former(3, 4), former(1, 4)],
    ['two former members, one long before the other left', former(1, 4), former(2, 3), former(1, 4)],
  ])('joins %s, whichever account stays', (_, one, other, joined) => {
    expect([joinedMembership(one, other), joinedMembership(other, one)]).toEqual([joined, joined]);
  });
});
