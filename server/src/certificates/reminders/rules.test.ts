import { expect, test } from 'vitest';
import { changedSetting, defaultSetting } from './rules.ts';

test('a day that stays keeps the time of its setting, a new one starts today', () => {
  const changed = changedSetting(defaultSetting, [14, 90], '2026-12-05');
  expect(changed).toEqual({ days: [90, 14], since: ['1900-01-01', '2026-12-05'] });
  expect(changedSetting(changed, [180, 14], '2027-01-01')).toEqual({
    days: [180, 14],
    since: ['2027-01-01', '2026-12-05'],
  });
  expect(changedSetting(changed, [], '2027-01-01')).toEqual({ days: [], since: [] });
});
