import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildStaff } from '../../test/factories/staff.ts';
import { findActorName } from './find-actor-name.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test.each([
  ['staff:999999', '承辦人員'],
  ['account:5', '學員'],
  ['system', '系統'],
])('%s is called %s', async (actor, name) => {
  expect(await findActorName(portal.db, actor)).toBe(name);
});

test('staff are called by their own names', async () => {
  await buildStaff(portal.db, { name: '張承辦' });
  const { id, name } = await buildStaff(portal.db, { name: '李承辦' });
  expect(await findActorName(portal.db, `staff:${id}`)).toBe(name);
});
