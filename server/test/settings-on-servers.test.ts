import { banners, footer, introTypes } from '@portal/contract/content';
import type { Endpoint } from '@portal/contract/endpoint';
import { careers, educations, educationstatuses } from '@portal/contract/lookups';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brandingReader } from '../src/branding/find-branding.ts';
import { branding } from '../src/branding/tables.ts';
import * as choices from '../src/catalogue/tables.ts';
import { rotateKey } from '../src/certificates/verify/keys.ts';
import { siteSettings } from '../src/content/tables.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { NOW, openTestPortal, type TestPortal, type TestServer } from './app.ts';
import { buildClass } from './factories/catalogue.ts';
import { buildBanner, buildIntroType } from './factories/content.ts';

const EARLIER = new Date(NOW.getTime() - 60_000);

let portal: TestPortal;
let beside: TestServer;
beforeAll(async () => {
  portal = await openTestPortal();
  beside = await portal.beside();
});
afterAll(() => portal.close());

const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000);
};

const retireFirst =
  (table: typeof choices.careers | typeof choices.educations | typeof choices.educationStatuses) =>
  async () => {
    await portal.db
      .update(table)
      .set({ retiredAt: NOW })
      .where(eq(table.id, sql`(select min(id) from ${table})`));
  };

test.each<[string, Endpoint, () => Promise<unknown>]>([
  ['occupations', careers, retireFirst(choices.careers)],
  ['educations', educations, retireFirst(choices.educations)],
  ['states of education', educationstatuses, retireFirst(choices.educationStatuses)],
  ['banners', banners, () => buildBanner(portal.db)],
  ['titles of introductions', introTypes, () => buildIntroType(portal.db)],
  [
    'the footer',
    footer,
    () => portal.db.insert(siteSettings).values({ key: 'footer', value: { name: '總會' } }),
  ],
])('another server follows a change of %s within two seconds', async (_, endpoint, change) => {
  const seen = async () => (await beside.call(endpoint)).answer;
  const before = await seen();
  await change();
  later(2);
  expect(await seen()).not.toEqual(before);
});

test('another server follows a change of the name of the site within two seconds', async () => {
  const read = brandingReader(beside.db);
  const nameSeen = async () => (await read(portal.clock.now)).name;
  const before = await nameSeen();
  const look = { name: '另一個名稱', shortName: '另一個', colour: '#123456' };
  await portal.db.insert(branding).values(look);
  later(2);
  expect([before === look.name, await nameSeen()]).toEqual([false, look.name]);
});

test.each<[string, string, () => Promise<unknown>]>([
  [
    'published classes in the site map',
    '/sitemap.xml',
    () => buildClass(portal.db, { publishedAt: EARLIER }),
  ],
  [
    'the keys of certificates',
    '/.well-known/certificate-keys.json',
    () => inTransaction(portal.db, (tx) => rotateKey(tx, portal.clock.now)),
  ],
])('another server follows a change of %s within two seconds', async (_, url, change) => {
  const seen = async () => (await beside.app.inject({ url })).body;
  const before = await seen();
  await change();
  later(2);
  expect(await seen()).not.toBe(before);
});
