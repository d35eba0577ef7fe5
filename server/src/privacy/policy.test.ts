import { expect, test } from 'vitest';
import { erasurePermissions, incidentPermissions } from './policy.ts';

test.each([
  [null, true, false],
  ['requested', false, true],
  ['withdrawn', true, false],
  ['declined', true, false],
  ['erased', true, false],
] as const)('after a request that is %s: another one %s, withdraw %s', (state, can_request, can_withdraw) => {
  expect(erasurePermissions(state)).toEqual({ can_request, can_withdraw });
});

test.each([
  ['open', 1, true, [true, true, true]],
  ['open', 0, true, [true, false, true]],
  ['open', 1, false, [true, false, true]],
  ['notified', 1, true, [false, true, true]],
  ['closed', 1, true, [false, false, false]],
] as const)(
  'an incident that is %s, with %i people to mail and a letter (complete: %s): edit, notify, close %j',
  (state, toMail, isLetterComplete, [edit, notify, close]) => {
    expect(incidentPermissions({ state, toMail, isLetterComplete })).toEqual({ edit, notify, close });
  },
);
