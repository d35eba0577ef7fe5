import { expect, test } from 'vitest';
import { erasurePermissions, incidentPermissions, requestPermissions } from './policy.ts';

test.each([
  [null, true, false],
  ['requested', false, true],
  ['withdrawn', true, false],
  ['declined', true, false],
  ['erased', true, false],
] as const)('after a request that is %s: another one %s, withdraw %s', (state, can_request, can_withdraw) => {
  expect(erasurePermissions(state)).toEqual({ can_request, can_withdraw });
});

const nothing = { extend: false, decline: false, answer: false, withdraw: false, erase: false };
const open = { ...nothing, extend: true, decline: true, withdraw: true };

test.each([
  ['access', 'requested', null, { ...open, answer: true }],
  ['access', 'requested', new Date(), { ...open, answer: true, extend: false }],
  ['erasure', 'requested', null, { ...open, erase: true }],
  ['access', 'answered', null, nothing],
  ['erasure', 'erased', null, nothing],
] as const)('a request for %s that is %s, extended at %s: %j', (kind, state, extendedAt, permissions) => {
  expect(requestPermissions({ kind, state, extendedAt })).toEqual(permissions);
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
