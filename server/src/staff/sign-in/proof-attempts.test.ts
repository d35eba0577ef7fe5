import { expect, test } from 'vitest';
import { NOW } from '../../../test/app.ts';
import { identifyStaff } from '../actors.ts';
import { attemptOfCode } from './proof-attempts.ts';

test.each([
  ['before sign-in is complete', 'account and address', null, { account: 'code 7', address: '192.0.2.1' }],
  ['of a complete session', 'session', NOW, { account: 'code of session 3', address: 'code of session 3' }],
])('a code %s counts for its %s', (_, _counts, confirmedAt, counted) => {
  const owner = identifyStaff({ staffId: 7, sessionId: 3, confirmedAt });
  const attempt = attemptOfCode(owner, { address: '192.0.2.1', now: NOW });
  expect(attempt).toEqual({ ...counted, staff: { id: 7 }, now: NOW });
});
