import { describe, expect, test } from 'vitest';
import {
  callerGroupObstacle,
  groupAllowed,
  groupObstacle,
  personalAllowed,
  personalObstacle,
  type TrainingClass,
} from './rules.ts';

const NOW = new Date('2026-12-01T02:00:00Z');
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);

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
const stranger = { applied: false, holdsGroupSeats: false };
const applied = { applied: true, holdsGroupSeats: false };
const manager = { applied: false, holdsGroupSeats: true };

describe('the obstacle to an enrolment', () => {
  test.each([
    ['an open class', {}, stranger, null, null],
    ['no personal registrations', { personalAllow: false }, stranger, 'not_allowed', null],
    ['no groups', { groupAllow: false }, stranger, null, 'not_allowed'],
    ['reserved to a group', { groupId: 7 }, stranger, 'not_allowed', null],
    ['starts this instant', { startTime: NOW }, stranger, 'started', 'started'],
    ['starts in a moment', { startTime: minutes(1) }, stranger, null, null],
    [
      'enrolment period opens in a moment',
      { applyFrom: minutes(1) },
      stranger,
      'not_open_yet',
      'not_open_yet',
    ],
    ['enrolment period opens this instant', { applyFrom: NOW }, stranger, null, null],
    ['enrolment period closed this instant', { applyUntil: NOW }, stranger, 'closed', 'closed'],
    ['enrolment period closes in a moment', { applyUntil: minutes(1) }, stranger, null, null],
    ['enrolment stopped', { state: 'closed' }, stranger, 'closed', 'closed'],
    ['completed', { state: 'completed' }, stranger, 'closed', 'closed'],
    ['called off', { state: 'cancelled' }, stranger, 'called_off', 'called_off'],
    [
      'called off, no personal registrations',
      { state: 'cancelled', groupId: 7 },
      stranger,
      'called_off',
      'called_off',
    ],
    ['full', { number: 10 }, stranger, 'full', 'full'],
    ['full, of a group that the caller manages', { number: 10 }, manager, 'full', null],
    ['applied', {}, applied, 'already_applied', null],
    ['applied and full', { number: 10 }, applied, 'already_applied', 'full'],
  ] as const)('%s', (_, change, relation, personal, group) => {
    const trainingClass = { ...open, ...change };
    expect(personalObstacle(trainingClass, relation, NOW)).toBe(personal);
    expect(groupObstacle(trainingClass, { ignoreSeats: relation.holdsGroupSeats }, NOW)).toBe(group);
  });

  test('the first of several obstacles is named', () => {
    const everything = {
      ...open,
      startTime: minutes(-1),
      applyFrom: minutes(1),
      applyUntil: minutes(2),
      number: 10,
    };
    const reasons = [
      { ...everything, personalAllow: false, groupAllow: false },
      everything,
      { ...everything, startTime: minutes(60) },
      { ...everything, startTime: minutes(60), applyFrom: null, applyUntil: minutes(-1) },
      { ...everything, startTime: minutes(60), applyFrom: null, applyUntil: null },
    ];
    expect(reasons.map((trainingClass) => personalObstacle(trainingClass, applied, NOW))).toEqual([
      'not_allowed',
      'started',
      'not_open_yet',
      'closed',
      'already_applied',
    ]);
  });
});

describe('the flags in the API', () => {
  test.each([
    ['an open class', {}, true, true],
    ['its own flags off', { personalAllow: false, groupAllow: false }, false, false],
    ['reserved to a group', { groupId: 7 }, false, true],
    ['started', { startTime: NOW }, false, false],
    ['enrolment period not open', { applyFrom: minutes(1) }, false, false],
    ['enrolment period closed', { applyUntil: NOW }, false, false],
    ['enrolment stopped', { state: 'closed' }, false, false],
    ['called off', { state: 'cancelled' }, false, false],
    ['full: the badge says so, the flags do not', { number: 10 }, true, true],
  ] as const)('%s', (_, change, personal, group) => {
    const trainingClass = { ...open, ...change };
    expect(personalAllowed(trainingClass, NOW)).toBe(personal);
    expect(groupAllowed(trainingClass, NOW)).toBe(group);
  });
});

test.each([
  ['manages none', {}, { managesGroup: false, holdsGroupSeats: false }, 'no_group'],
  ['manages one', {}, { managesGroup: true, holdsGroupSeats: false }, null],
  ['manages none, of a full class', { number: 10 }, { managesGroup: false, holdsGroupSeats: false }, 'full'],
  ['manages one in a full class', { number: 10 }, { managesGroup: true, holdsGroupSeats: true }, null],
] as const)('a person who %s sees the obstacle to group enrolment', (_, change, relation, expected) => {
  expect(callerGroupObstacle({ ...open, ...change }, relation, NOW)).toBe(expected);
});
