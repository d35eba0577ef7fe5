import { expect, test } from 'vitest';
import { erasurePermissions } from './policy.ts';

test.each([
  [null, true, false],
  ['requested', false, true],
  ['withdrawn', true, false],
  ['declined', true, false],
  ['erased', true, false],
] as const)('after a request that is %s: another one %s, withdraw %s', (state, can_request, can_withdraw) => {
  expect(erasurePermissions(state)).toEqual({ can_request, can_withdraw });
});
