import { expect, test } from 'vitest';
import { type ClassBadge, classBadge, opensAt, shownBadge } from './class-badge.ts';

const [no, yes] = [false, true];

// number of a limit of 10, applied, personal allowed, group allowed → badge
const table: [number, boolean, boolean, boolean, ClassBadge][] = [
  [9, no, no, no, 'closed'],
  [9, no, no, yes, 'open'],
  [9, no, yes, no, 'open'],
  [9, no, yes, yes, 'open'],
  [9, yes, no, no, 'applied'],
  [9, yes, no, yes, 'applied'],
  [9, yes, yes, no, 'applied'],
  [9, yes, yes, yes, 'applied'],
  [10, no, no, no, 'full'],
  [10, no, no, yes, 'full'],
  [10, no, yes, no, 'full'],
  [10, no, yes, yes, 'full'],
  [10, yes, no, no, 'applied'],
  [10, yes, no, yes, 'applied'],
  [10, yes, yes, no, 'applied'],
  [10, yes, yes, yes, 'applied'],
  [11, no, no, no, 'full'],
  [11, no, no, yes, 'full'],
  [11, no, yes, no, 'full'],
  [11, no, yes, yes, 'full'],
  [11, yes, no, no, 'applied'],
  [11, yes, no, yes, 'applied'],
  [11, yes, yes, no, 'applied'],
  [11, yes, yes, yes, 'applied'],
];

test.each(table)(
  '%i of 10, applied %s, personal %s, group %s: %s',
  (number, applied, personal, group, badge) => {
    const shown = {
      number,
      limit_number: 10,
      isAlreadyApply: applied,
      personal_allow: personal,
      group_allow: group,
    };
    expect(classBadge(shown)).toBe(badge);
    const now = { ...shown, apply_from: null, personal_obstacle: null, group_obstacle: null };
    expect(shownBadge(now)).toBe(badge === 'open' && group && !personal ? 'groups' : badge);
  },
);

const OPENS = '2026-12-05T09:00:00+08:00';

test.each([
  ['not_open_yet', 'not_allowed', OPENS, OPENS],
  ['not_allowed', 'not_open_yet', OPENS, OPENS],
  ['not_open_yet', 'not_open_yet', null, null],
  ['closed', 'not_allowed', OPENS, null],
  [null, 'not_allowed', OPENS, null],
] as const)('personal %s, group %s, enrolment from %s: opens at %s', (personal, group, from, opens) => {
  expect(opensAt({ personal_obstacle: personal, group_obstacle: group, apply_from: from })).toBe(opens);
});

test.each([
  ['later', 9, 'not_open_yet', OPENS],
  ['closed', 9, 'not_open_yet', null],
  ['closed', 9, 'closed', OPENS],
  ['full', 10, 'not_open_yet', OPENS],
] as const)(
  '%s is shown with %i of 10 seats taken, obstacle %s, enrolment from %s',
  (badge, number, why, from) => {
    const nobody = { isAlreadyApply: false, personal_allow: false, group_allow: false };
    const obstacles = { personal_obstacle: why, group_obstacle: why, apply_from: from };
    expect(shownBadge({ ...nobody, ...obstacles, number, limit_number: 10 })).toBe(badge);
  },
);
