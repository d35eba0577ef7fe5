import * as contract from '@portal/contract/office/letters';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { logoFile } from '../../branding/logo-path.ts';
import { branding, logos } from '../../branding/tables.ts';
import { letters } from '../../timers/letters.ts';

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const auditor = await buildStaff(portal.db, { grants: [grant('auditor')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, auditor) };
});
afterAll(() => portal.close());
beforeEach(() => portal.db.delete(branding));

const page = (key: string, look = 'light') =>
  portal.app.inject({ url: `/api/office/letters/${key}/page?look=${look}`, headers });

test('lists every letter with a subject', async () => {
  const { answer } = await portal.call(contract.letterList, { headers });
  expect(answer.length).toBeGreaterThanOrEqual(letters.size);
  expect(answer.find(({ key }) => key === 'payment_confirmed')).toEqual({
    key: 'payment_confirmed',
    group: '繳費',
    situation: '已確認收到款項',
    subject: '【學員訓練報名網】已確認收到款項：初級急救員訓練',
    hasCalendar: true,
  });
});

test.each([
  ['payment_confirmed', true],
  ['enrolled', false],
])('shows the text of %s, and its calendar if it has one: %s', async (key, hasCalendar) => {
  const { answer } = await portal.call(contract.letter, { params: { key }, headers });
  expect(answer.text).toContain('林怡君 您好：');
  expect(answer.calendar?.startsWith('BEGIN:VCALENDAR') ?? false).toBe(hasCalendar);
});

test('shows a letter in either look, in a document that runs and loads nothing', async () => {
  const [light, dark] = [await page('enrolled'), await page('enrolled', 'dark')];
  expect(light.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
    'cache-control': 'no-store',
  });
  expect(light.body).toContain('color-scheme:light}');
  expect(dark.body).toContain('color-scheme:dark}');
});

test('shows the name, the colour and the logo of the site', async () => {
  await portal.services.files.put(logoFile('shown', '96'), Buffer.from('picture'));
  const [logo] = await portal.db.insert(logos).values({ key: 'shown', createdAt: NOW }).returning();
  const look = { name: '藍海<救援>', shortName: '藍海', colour: '#1d3f8f', logoId: logo?.id };
  await portal.db.insert(branding).values(look);
  const { body } = await page('enrolled');
  expect(body).toContain('bgcolor="#1d3f8f"');
  expect(body).toContain('藍海&lt;救援&gt;');
  expect(body).toContain(`src="data:image/png;base64,${Buffer.from('picture').toString('base64')}"`);
});

test.each([
  ['an unknown letter', 'nothing', 'light', 404],
  ['a hostile key', '..%2F..%2Fetc', 'light', 422],
  ['an unknown look', 'enrolled', 'blue', 422],
])('refuses %s', async (_, key, look, status) => {
  expect((await page(key, look)).statusCode).toBe(status);
});
