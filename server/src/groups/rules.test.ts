import { describe, expect, test } from 'vitest';
import type { Opening } from '../catalogue/rules.ts';
import { STATES, type State } from '../enrolment/states.ts';
import { groupRefusals, type SeatStatus, seatStatusOf, type TickObstacle, tickObstacle } from './rules.ts';

const NOW = new Date('2026-12-01T02:00:00Z');
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);
const GROUP = 7;
const OTHER = 8;

const open: Opening = {
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

describe('the seat status after a last registration that is', () => {
  const seatStatuses: Record<State, readonly [ours: SeatStatus, alone: SeatStatus, elsewhere: SeatStatus]> = {
    pending: ['seated', 'seated_personally', 'seated_elsewhere'],
    unpaid: ['seated', 'seated_personally', 'seated_elsewhere'],
    reported: ['seated', 'seated_personally', 'seated_elsewhere'],
    confirmed: ['seated', 'seated_personally', 'seated_elsewhere'],
    refused: ['refused', 'none', 'none'],
    cancelled: ['none', 'none', 'none'],
  };

  test.each(STATES)('%s: through the group, personal, through another group', (state) => {
    const found = [GROUP, null, OTHER].map((throughGroupId) =>
      seatStatusOf({ state, throughGroupId }, GROUP),
    );
    expect(found).toEqual(seatStatuses[state]);
  });

  test('none', () => {
    expect(seatStatusOf({ state: null, throughGroupId: null }, GROUP)).toBe('none');
  });
});

describe('the obstacle to changing a tick of somebody', () => {
  const idle = { state: null, throughGroupId: null, complete: true };
  const seated = (state: State) => ({ state, throughGroupId: GROUP, complete: true });

  test.each<[string, Parameters<typeof tickObstacle>[0], Partial<Opening>, TickObstacle | null]>([
    ['who may be enrolled', idle, {}, null],
    ['whose profile is not complete', { ...idle, complete: false }, {}, 'incomplete'],
    ['in a class without groups', idle, { groupAllow: false }, 'not_allowed'],
    ['before the window', idle, { applyFrom: minutes(1) }, 'not_open_yet'],
    ['after the window', idle, { applyUntil: NOW }, 'closed'],
    ['in a class that has started', idle, { startTime: NOW }, 'started'],
    ['in a full class, where the group may exchange people', idle, { number: 10 }, null],
    ['who was refused', seated('refused'), {}, null],
    ['who cancelled', seated('cancelled'), {}, null],
    ['who is pending', seated('pending'), {}, null],
    ['who has not paid', seated('unpaid'), {}, null],
    ['whose payment is reported', seated('reported'), {}, 'reported'],
    ['who has paid', seated('confirmed'), {}, 'paid'],
    ['who is pending in a class that is closed', seated('pending'), { applyUntil: NOW }, null],
    [
      'who is pending in a class that has started',
      seated('pending'),
      { startTime: NOW },
      'cancel_after_start',
    ],
    ['who has paid in a class that has started', seated('confirmed'), { startTime: NOW }, 'paid'],
    ['who is seated and whose profile is not complete', { ...seated('unpaid'), complete: false }, {}, null],
    ['who sits there alone', { ...idle, state: 'pending' }, {}, 'seated_personally'],
    [
      'who sits there by another group',
      { ...seated('unpaid'), throughGroupId: OTHER },
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
