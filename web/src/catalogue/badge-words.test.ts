import type { Class } from '@portal/contract/catalogue';
import { expect, test } from 'vitest';
import { wordsOfBadge } from './badge-words.ts';

const opening = (apply_from: string): Class => {
  const nobody = {
    number: 0,
    limit_number: 10,
    isAlreadyApply: false,
    personal_allow: false,
    group_allow: false,
  };
  return {
    ...nobody,
    personal_obstacle: 'not_open_yet',
    group_obstacle: 'not_open_yet',
    apply_from,
  } as Class;
};

test.each([
  ['2026-12-08', '12/8'],
  ['2027-01-05', '1/5'],
  ['2026-10-10', '10/10'],
  ['2026-09-30', '9/30'],
])('a class that opens on %s says %s', (day, words) => {
  expect(wordsOfBadge(opening(`${day}T09:00:00+08:00`))).toBe(`尚未開放（${words} 起）`);
});
