import { clockOf } from '@portal/contract/office/certificate-issuing';
import { expect, test } from 'vitest';
import { type CandidateFacts, daysSince, lacksOf } from './rules.ts';

const complete: CandidateFacts = {
  owed: 0,
  attended: { minutes: 480, of: 600 },
  minimum: 80,
  isDecided: false,
  hasPhoto: true,
  chineseName: '林怡君',
  englishName: null,
  country: 'local',
  birthday: '1990-01-31',
  holdsLive: false,
};

const foreigner = { country: 'foreign', chineseName: '林怡君' } as const;

test.each<[name: string, facts: Partial<CandidateFacts>, lacks: string[]]>([
  ['has everything', {}, []],
  ['owes a dollar', { owed: 1 }, ['paid']],
  ['attended a minute less than the rule', { attended: { minutes: 479, of: 600 } }, ['attendance']],
  ['attended less, but staff decided', { attended: { minutes: 0, of: 600 }, isDecided: true }, []],
  ['has a class without sessions', { attended: { minutes: 0, of: 0 } }, []],
  ['has no photo', { hasPhoto: false }, ['photo']],
  ['has no Chinese name', { chineseName: null, englishName: 'LIN' }, ['name']],
  ['is a foreigner with a Chinese name only', foreigner, ['name']],
  ['is a foreigner with an English name', { ...foreigner, englishName: 'LIN' }, []],
  ['has no birth date', { birthday: null }, ['identity']],
  ['holds a valid certificate', { holdsLive: true }, ['live']],
  [
    'lacks several things, in the order of the list',
    { holdsLive: true, hasPhoto: false, owed: 5 },
    ['paid', 'photo', 'live'],
  ],
])('somebody who %s', (_, facts, lacks) => {
  expect(lacksOf({ ...complete, ...facts })).toEqual(lacks);
});

test.each([
  ['2026-11-30', '2026-12-01', 1, 'green'],
  ['2026-11-22', '2026-12-01', 9, 'green'],
  ['2026-11-21', '2026-12-01', 10, 'amber'],
  ['2026-11-16', '2026-12-01', 15, 'amber'],
  ['2026-11-15', '2026-12-01', 16, 'red'],
  ['2026-12-05', '2026-12-01', -4, 'green'],
])('training that ended on %s is on %s %i days old: %s', (lastDay, day, days, clock) => {
  expect(daysSince(lastDay, day)).toBe(days);
  expect(clockOf(days)).toBe(clock);
});
