import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildOrganization } from '../../test/factories/catalogue.ts';
import { organizationIds } from './organization-names.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a scope of everywhere is every organisation; any other stays as it is', async () => {
  const here = await buildOrganization(portal.db, { code: 'TXG', name: '臺中市分會' });
  const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const all = await organizationIds(portal.db, 'everywhere');
  expect(all).toEqual(expect.arrayContaining([here.id, there.id]));
  expect(await organizationIds(portal.db, [there.id])).toEqual([there.id]);
  expect(await organizationIds(portal.db, [])).toEqual([]);
});
