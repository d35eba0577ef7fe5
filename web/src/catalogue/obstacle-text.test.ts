import { expect, test } from 'vitest';
import { closedText, obstacleText } from './obstacle-text.ts';

const now = new Date('2026-11-21T10:00:00+08:00');
const OPENS = '2026-12-01T09:00:00+08:00';

const table = [
  ['personal', null, OPENS, undefined],
  ['personal', 'not_allowed', OPENS, '本課程未開放個人報名'],
  ['personal', 'full', null, '本課程名額已滿'],
  ['personal', 'already_applied', null, '您已報名本課程'],
  ['personal', 'not_open_yet', OPENS, '12 月 1 日 09:00 開放報名'],
  ['personal', 'not_open_yet', '2027-01-04T13:30:00+08:00', '2027 年 1 月 4 日 13:30 開放報名'],
  ['personal', 'not_open_yet', null, '本課程尚未開放報名'],
  ['personal', 'closed', OPENS, '本課程報名已截止'],
  ['personal', 'started', OPENS, '本課程已開課，無法報名'],
  ['group', 'not_allowed', null, '本課程未開放團體報名'],
  ['group', 'full', null, '本課程名額已滿'],
  ['group', 'not_open_yet', OPENS, '12 月 1 日 09:00 開放報名'],
] as const;

test.each(table)('%s enrolment, %s, open from %s: %s', (way, obstacle, opens, expected) => {
  const other = way === 'personal' ? 'group' : 'personal';
  const shown = {
    apply_from: opens,
    personal_obstacle: null,
    group_obstacle: null,
    [`${way}_obstacle`]: obstacle,
  };
  expect(obstacleText(way, shown, now)).toBe(expected);
  expect(obstacleText(other, shown, now)).toBeUndefined();
});

test('takes the present year by the clock of Taipei', () => {
  const newYearInTaipei = new Date('2026-12-31T16:30:00Z');
  const shown = {
    apply_from: '2027-01-02T09:00:00+08:00',
    personal_obstacle: 'not_open_yet',
    group_obstacle: null,
  } as const;
  expect(obstacleText('personal', shown, newYearInTaipei)).toBe('1 月 2 日 09:00 開放報名');
});

test.each([
  ['closed', 'not_allowed', '本課程報名已截止'],
  ['not_allowed', 'started', '本課程已開課，無法報名'],
  ['not_open_yet', 'not_open_yet', '12 月 1 日 09:00 開放報名'],
  ['not_allowed', 'not_allowed', '本課程未開放線上報名'],
] as const)('a closed class, personal %s, group %s: %s', (personal, group, expected) => {
  const shown = { apply_from: OPENS, personal_obstacle: personal, group_obstacle: group };
  expect(closedText(shown, now)).toBe(expected);
});
