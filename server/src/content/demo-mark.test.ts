import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { ConfigurationFault } from '../platform/config.ts';
import { isDemoMarked, markDemo, refuseHalfLoadedDemo } from './demo-mark.ts';
import { siteSettings } from './tables.ts';

/* `server/demo/load.test.ts` loads the demo data themselves. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  // Other settings of the site do not tell of the demo data.
  await portal.db.insert(siteSettings).values({ key: 'a_setting_of_the_site', value: 'loading' });
});
afterAll(() => portal.close());

const state = async () => ({
  loading: await isDemoMarked(portal.services, 'loading'),
  loaded: await isDemoMarked(portal.services, 'loaded'),
});

test('a server does not start on demo data whose load was interrupted', async () => {
  const start = () => refuseHalfLoadedDemo(portal.services);
  expect(await state()).toEqual({ loading: false, loaded: false });
  await start();
  await markDemo(portal.services, 'loading');
  expect(await state()).toEqual({ loading: true, loaded: false });
  await expect(start()).rejects.toThrow(ConfigurationFault);
  await markDemo(portal.services, 'loaded');
  expect(await state()).toEqual({ loading: false, loaded: true });
  await start();
});
