import { banners, footer, intros, introTypes, pictureSet, sitePage } from '@portal/contract/content';
import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { bannerContent } from '../../test/factories/content.ts';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import type { Context } from '../audit/actor.ts';
import { auditEvents } from '../audit/tables.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { createBanner } from './banners/create-banner.ts';
import { createIntro } from './create-intro.ts';
import { createIntroType } from './create-intro-type.ts';
import { defaultPage } from './default-pages.ts';
import { pictureFile, savePicture } from './save-picture.ts';
import { setFooter } from './set-footer.ts';
import { setSitePage } from './set-site-page.ts';
import { intros as introTable, siteSettings } from './tables.ts';

const CIRCUMSTANCES = { actor: asStaff({ id: 1, name: '王編輯' }, [grant('editor')]), now: NOW };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

let step = 0;
beforeEach(() => {
  step += 1;
  portal.clock.now = new Date(NOW.getTime() + step * 60_000);
});

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a4a53' } })
    .withExif({ IFD0: { Copyright: 'a camera' } })
    .jpeg()
    .toBuffer();

const picture = async (width = 286, height = 286) =>
  savePicture(portal.services, { bytes: await drawing(width, height), width, height }, CIRCUMSTANCES);

/** The operation in a transaction of its own. */
const alone =
  <I, T>(operation: (tx: Tx, input: I, context: Context<StaffOrSystem>) => Promise<T>) =>
  (input: I): Promise<T> =>
    inTransaction(portal.db, (tx) => operation(tx, input, CIRCUMSTANCES));
const addType = alone(createIntroType);
const addIntro = alone(createIntro);
const addBanner = alone(createBanner);
const writeFooter = alone(setFooter);

const show = (url: string, method: 'GET' | 'HEAD' = 'GET') => portal.app.inject({ method, url });

describe('introductions', () => {
  test('categories in their order, each with a picture that shows', async () => {
    const first = await addType({ title: '急救訓練', pictureKey: await picture() });
    const second = await addType({ title: '水上安全訓練', pictureKey: await picture() });
    const { answer, headers } = await portal.call(introTypes);
    expect(answer.map(({ id, title }) => [id, title])).toEqual([
      [first, '急救訓練'],
      [second, '水上安全訓練'],
    ]);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=1' });
    for (const { src } of answer)
      expect((await show(src)).headers).toMatchObject({ 'content-type': 'image/webp' });
  });

  test('the entries of a category in their order, their HTML clean', async () => {
    const typeId = await addType({ title: '防災訓練', pictureKey: await picture() });
    const html = '<h3 onclick="x">一</h3><iframe></iframe>';
    await addIntro({ typeId, title: '甲', html, publishedAt: NOW });
    await addIntro({ typeId, title: '乙', html: '<p>二</p>', publishedAt: NOW });
    const { answer } = await portal.call(intros, { query: { type: '防災訓練' } });
    expect(answer).toEqual({
      type: '防災訓練',
      details: [
        { id: expect.any(Number), title: '甲', html: '<h3>一</h3>' },
        { id: expect.any(Number), title: '乙', html: '<p>二</p>' },
      ],
    });
  });

  test('an entry with unsafe stored HTML is clean when it is shown', async () => {
    const pictureKey = await picture();
    const typeId = await addType({ title: '舊資料', pictureKey });
    const html = '<p onclick="x">內容</p><script>alert(1)</script>';
    await portal.db.insert(introTable).values({ typeId, title: '甲', html, position: 1 });
    const { answer } = await portal.call(intros, { query: { type: '舊資料' } });
    expect(answer.details.map((entry) => entry.html)).toEqual(['<p>內容</p>']);
  });

  test('an unknown category is 404, a call without one 422', async () => {
    const unknown = await portal.call(intros, { query: { type: '沒有這一類' } });
    expect([unknown.status, unknown.refusal]).toEqual([404, { message: '查無資料' }]);
    const without = await portal.call(intros);
    expect([without.status, Object.keys(without.refusal.errors ?? {})]).toEqual([422, ['type']]);
  });
});

test('banners in their order', async () => {
  const [left, right] = [await picture(1600, 480), await picture(1600, 480)];
  await addBanner({ ...bannerContent, pictureKey: left, focusX: 0, focus: 100, link: '/ClassInfo' });
  await addBanner({ ...bannerContent, pictureKey: right });
  const { answer } = await portal.call(banners);
  const title = bannerContent.title;
  expect(answer).toEqual([
    { id: expect.any(Number), src: `/pictures/${left}`, focusX: 0, focus: 100, title, link: '/ClassInfo' },
    { id: expect.any(Number), src: `/pictures/${right}`, focusX: 50, focus: 40, title, link: null },
  ]);
});

test('the footer is empty until it is set, and can be set again', async () => {
  expect((await portal.call(footer)).answer).toEqual({ name: '', address: '', phone: '', fax: '' });
  const association = {
    name: '全國安全技能訓練協會',
    address: '臺北市',
    phone: '02-20000000',
    fax: '02-20000001',
  };
  await portal.db.insert(siteSettings).values({ key: 'another setting', value: { name: '別的' } });
  await writeFooter({ ...association, fax: '' });
  await writeFooter(association);
  portal.clock.now = new Date(portal.clock.now.getTime() + 10_000);
  expect((await portal.call(footer)).answer).toEqual(association);
});

const lastEvent = async (action: 'footer.set' | 'page.set') =>
  (
    await portal.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, action))
      .orderBy(desc(auditEvents.id))
      .limit(1)
  )[0];

test('two simultaneous changes of the footer leave consecutive events', async () => {
  const footerOf = (name: string) => ({ name, address: '', phone: '', fax: '' });
  await writeFooter(footerOf('第一'));
  await actDuring(
    portal.db,
    (tx) => setFooter(tx, footerOf('第二'), CIRCUMSTANCES),
    () => writeFooter(footerOf('第三')),
  );
  const expected = { before: footerOf('第二'), after: footerOf('第三') };
  expect(await lastEvent('footer.set')).toMatchObject(expected);
});

describe('pages of the footer', () => {
  test.each([
    ['Help', '使用說明', '報名課程'],
    ['Accessibility', '無障礙聲明', 'WCAG 2.2 AA'],
    ['Contact', '聯絡我們', '主辦分會的聯絡人與電話'],
  ] as const)('%s has a text of its own until it is set', async (name, title, part) => {
    const { answer } = await portal.call(sitePage, { params: { name } });
    expect(answer).toMatchObject({ title, html: expect.stringContaining(part) });
    expect(answer?.html).toBe(cleanHtml(answer?.html ?? ''));
  });

  test('of the contacts names the association of the footer', () => {
    const footer = { name: '甲<乙協會', phone: '02-2000-0000', fax: '02-20000001', address: '臺北市' };
    const { html } = defaultPage('Contact', footer);
    expect(html).toContain(
      '<h3>甲&lt;乙協會</h3>\n<ul><li>電話：<a href="tel:0220000000">02-2000-0000</a></li><li>傳真：02-20000001</li><li>地址：臺北市</li></ul>',
    );
    expect(defaultPage('Contact', { name: '甲', phone: '', fax: '', address: '' }).html).not.toContain(
      '<ul>',
    );
  });

  test('are cleaned once they are set, and log the former text', async () => {
    const call = () => portal.call(sitePage, { params: { name: 'Help' } });
    const set = (title: string, html: string) =>
      inTransaction(portal.db, (tx) => setSitePage(tx, { name: 'Help', title, html }, CIRCUMSTANCES));
    await set('說明', '<p onclick="x">第一版</p>');
    await set('使用說明', '<p>第二版</p><script>x</script>');
    portal.clock.now = new Date(portal.clock.now.getTime() + 10_000);
    expect((await call()).answer).toEqual({ title: '使用說明', html: '<p>第二版</p>' });
    expect(await lastEvent('page.set')).toMatchObject({
      before: { title: '說明', value: '<p>第一版</p>' },
      after: { name: '使用說明', title: '使用說明' },
    });
  });

  test.each(['help', 'Privacy', 'footer', '%00'])('%s is not one of them', async (name) => {
    expect((await portal.call(sitePage, { params: { name } })).status).toBe(404);
  });

  test('are set by editors alone', async () => {
    const actor = asStaff({ id: 2, name: '周小姐' }, [grant('instructor')]);
    const input = { name: 'Contact', title: '聯絡', html: '' } as const;
    await expect(
      inTransaction(portal.db, (tx) => setSitePage(tx, input, { actor, now: NOW })),
    ).rejects.toThrow();
  });

  test('changed by two people at once leave consecutive events', async () => {
    const set = (tx: Tx, title: string, name: 'Help' | 'Contact' = 'Help') =>
      setSitePage(tx, { name, title, html: '' }, CIRCUMSTANCES);
    await inTransaction(portal.db, (tx) => set(tx, '別的一頁', 'Contact'));
    await inTransaction(portal.db, (tx) => set(tx, '第一'));
    await actDuring(
      portal.db,
      (tx) => set(tx, '第二'),
      () => inTransaction(portal.db, (tx) => set(tx, '第三')),
    );
    const expected = { before: { title: '第二', value: '' }, after: { name: '使用說明', title: '第三' } };
    expect(await lastEvent('page.set')).toMatchObject(expected);
  });
});

test('a trainee gets the same cached answers', async () => {
  const token = await logIn(portal.db, await buildAccount(portal.db), portal.clock.now);
  const { headers, answer } = await portal.call(banners, { token });
  expect(answer).toEqual((await portal.call(banners)).answer);
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=1' });
});

describe('pictures', () => {
  test('are WebP without metadata, cached for ever', async () => {
    const answer = await show(`/pictures/${await picture(1600, 480)}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(answer.rawPayload.length),
    });
    const { format, width, height, exif } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'webp',
      width: 1600,
      height: 480,
      exif: undefined,
    });
  });

  test('come in each smaller width that pages ask for', async () => {
    const key = await picture(1600, 480);
    const sources = pictureSet(`/pictures/${key}`)
      .split(', ')
      .map((source) => source.split(' '));
    expect(sources.map(([, width]) => width)).toEqual(['400w', '800w', '1600w']);
    for (const [url = '', width] of sources) {
      const drawn = await sharp((await show(url)).rawPayload).metadata();
      expect(`${drawn.width}w`).toBe(width);
    }
  });

  test.each([286, 400])('%i wide keep their size if they are no wider than requested', async (side) => {
    const key = await picture(side, side);
    const [whole, asked] = [await show(`/pictures/${key}`), await show(`/pictures/${key}?w=400`)];
    expect(asked.rawPayload.equals(whole.rawPayload)).toBe(true);
    expect(await portal.services.files.read(pictureFile(key, 400))).toBeNull();
  });

  test('keep their middle if the shape differs, and are not enlarged', async () => {
    const bytes = await drawing(100, 50);
    const key = await savePicture(portal.services, { bytes, width: 286, height: 286 }, CIRCUMSTANCES);
    const { width, height } = await sharp((await show(`/pictures/${key}`)).rawPayload).metadata();
    expect([width, height].every((side) => side <= 100)).toBe(true);
  });

  test('answer HEAD', async () => {
    const answer = await show(`/pictures/${await picture()}`, 'HEAD');
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  test.each([
    ['an unknown key', async () => 'abcdefghijklmnopqrst'],
    ['a short key', async () => 'abc'],
    ['a path', async () => '..%2F..%2Fetc%2Fpasswd'],
    ['a NUL', async () => 'abcdefghijklmnop%00'],
    ['another width', async () => `${await picture()}?w=801`],
    ['two widths', async () => `${await picture()}?w=400&w=800`],
    ['a width that is no number', async () => `${await picture()}?w=`],
    [
      'a picture that is missing among the files',
      async () => {
        const key = await picture();
        await portal.services.files.remove(pictureFile(key));
        return key;
      },
    ],
  ])('%s is 404', async (_, address) => {
    const answer = await show(`/pictures/${await address()}`);
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  });
});
