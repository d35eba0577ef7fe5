import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { traineeReads } from './reads.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test.each([
  ['a guest', { admission: { actor: null } }, true],
  ['somebody who is logged in', { admission: { actor: {} } }, false],
  ['a call whose caller is not known yet', {}, false],
])('only guests read from the standby: %s', (_, request, isStandby) => {
  const reads = traineeReads(portal.services);
  const { read } = reads.for(request as Parameters<typeof reads.for>[0]);
  expect(read === reads.asGuest).toBe(isStandby);
});
