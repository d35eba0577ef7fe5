import * as publicCalls from '@portal/contract/content';
import * as contract from '@portal/contract/office/banners';
import * as contentCalls from '@portal/contract/office/content';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { banners, pictures } from '../tables.ts';

/* 網站內容 → 橫幅, through the calls. */

const MINUTE = 60_000;
const [WIDE, SMALL, LOW] = ['picture-of-a-banner-01', 'picture-of-a-banner-02', 'picture-of-a-banner-03'];

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await portal.db.insert(pictures).values([
    { key: WIDE ?? '', width: 1600, height: 480, createdAt: NOW },
    { key: SMALL ?? '', width: 799, height: 480, createdAt: NOW },
    { key: LOW ?? '', width: 1600, height: 219, createdAt: NOW },
  ]);
});
afterAll(() => portal.close());
let minute = 0;
beforeEach(async () => {
  minute += 120;
  portal.clock.now = new Date(NOW.getTime() + minute * MINUTE);
  const editor = await buildStaff(portal.db, { name: '許編輯', grants: [grant('editor')] });
  headers = {
    'sec-fetch-site': 'same-origin',
    cookie: await enterOffice(portal.db, editor, { now: portal.clock.now }),
  };
  await portal.db.delete(banners);
});

const form = {
  ...{
    title: '急救訓練招生中',
    src: `/pictures/${WIDE}`,
    focusX: 20,
    focus: 90,
    link: null as string | null,
  },
  ...{ publication: 'published' as const, at: null as string | null },
};
const create = (more: object = {}) =>
  portal.call(contract.createBanner, { body: { ...form, ...more } as never, headers });
const edit = (id: number, version: number, more: object = {}) =>
  portal.call(contract.editBanner, {
    params: { id: String(id) },
    body: { ...form, version, ...more } as never,
    headers,
  });
const list = async () => (await portal.call(contract.bannerList, { headers })).answer;
/** Reads the titles after the cached answer has expired. */
const publicTitles = async () => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 11_000);
  const { answer } = await portal.call(publicCalls.banners);
  return answer.map(({ title }) => title);
};
const later = (minutes: number) => new Date(portal.clock.now.getTime() + minutes * MINUTE);
const taipei = (time: Date) => new Date(time.getTime() + 8 * 60 * MINUTE).toISOString().slice(0, 16);

test('a banner is public at once, at a time, or not; a public one can be withdrawn', async () => {
  const { answer: first } = await create({ title: '甲' });
  expect(first).toMatchObject({ title: '甲', focusX: 20, focus: 90, publication: 'published', version: 0 });
  await create({ title: '乙', publication: 'draft' });
  const at = later(5);
  await create({ title: '丙', publication: 'scheduled', at: taipei(at) });
  expect(await publicTitles()).toEqual(['甲']);
  portal.clock.now = new Date(at.getTime() + MINUTE);
  expect(await publicTitles()).toEqual(['甲', '丙']);
  const { answer: withdrawn } = await edit(first.id, 0, { title: '甲', publication: 'draft' });
  expect(withdrawn).toMatchObject({ publication: 'draft', publishedAt: null });
  expect(await publicTitles()).toEqual(['丙']);
  expect((await list()).map(({ title, publication }) => [title, publication])).toEqual([
    ['甲', 'draft'],
    ['乙', 'draft'],
    ['丙', 'published'],
  ]);
});

test('what waits is due on the first page of editors, and no banner at all too', async () => {
  const due = async () => {
    const { answer } = await portal.call(contentCalls.dueContent, { headers });
    return answer
      .filter(({ kind }) => kind === 'banner' || kind === 'banners')
      .map(({ title, task }) => [title, task]);
  };
  expect(await due()).toEqual([['橫幅', 'empty']]);
  const { answer: draft } = await create({ title: '草稿', publication: 'draft' });
  await create({ title: '下週', publication: 'scheduled', at: taipei(later(600)) });
  expect(await due()).toEqual([
    ['橫幅', 'empty'],
    ['下週', 'scheduled'],
    ['草稿', 'draft'],
  ]);
  await edit(draft.id, 0, { title: '草稿' });
  expect(await due()).toEqual([['下週', 'scheduled']]);
});

describe('a link', () => {
  test.each([
    [null, null],
    ['', null],
    ['/ClassInfo?type=Normal#top', '/ClassInfo?type=Normal#top'],
    ['/Intro/急救訓練', '/Intro/%E6%80%A5%E6%95%91%E8%A8%93%E7%B7%B4'],
    ['https://example.org.tw', 'https://example.org.tw/'],
    ['HTTP://example.org.tw/a?b=1', 'http://example.org.tw/a?b=1'],
    ['/a/../ClassInfo', '/ClassInfo'],
  ])('%s is kept as %s', async (typed, kept) => {
    expect((await create({ link: typed })).answer.link).toBe(kept);
  });

  test.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//example.org',
    '/\\example.org',
    '\\\\example.org',
    '/\t/example.org',
    'https://user:secret@example.org',
    'ClassInfo',
    'mailto:a@example.org',
    'ftp://example.org',
    `/${'a'.repeat(300)}`,
  ])('%s is refused', async (typed) => {
    const { status, refusal } = await create({ link: typed });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['link']]);
  });
});

test.each([
  ['no title', { title: ' ' }, 'title'],
  ['an unknown picture', { src: '/pictures/picture-of-a-banner-99' }, 'src'],
  ['a picture of another site', { src: 'https://example.org/x.png' }, 'src'],
  ['a narrow picture', { src: `/pictures/${SMALL}` }, 'src'],
  ['a low picture', { src: `/pictures/${LOW}` }, 'src'],
  ['a focus between two steps', { focus: 45 }, 'focus'],
  ['a focus outside the picture', { focusX: 110 }, 'focusX'],
  ['a focus that is a text', { focusX: '50' }, 'focusX'],
  ['a time that is missing', { publication: 'scheduled' }, 'at'],
])('%s is refused', async (_, wrong, field) => {
  const { status, refusal } = await create(wrong);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
});

test('markup in a title is text', async () => {
  await create({ title: '<img src=x onerror=alert(1)>' });
  expect(await publicTitles()).toEqual(['<img src=x onerror=alert(1)>']);
});

test('an edit and a removal leave the other banners as they are', async () => {
  for (const title of ['甲', '乙', '丙']) await create({ title });
  const [, second, third] = await list();
  expect((await edit(second?.id ?? 0, 0, { title: '新' })).status).toBe(200);
  const params = { id: `${third?.id}` };
  expect((await portal.call(contract.removeBanner, { params, headers })).status).toBe(200);
  expect((await list()).map(({ title }) => title)).toEqual(['甲', '新']);
});

test('a banner that is saved without a change leaves no event', async () => {
  await create();
  const [banner] = await list();
  const { answer } = await edit(banner?.id ?? 0, 0);
  expect(answer.version).toBe(banner?.version);
});

test('of two who edit a banner at once the second is told, and a gone one is not found', async () => {
  const { answer } = await create();
  const answers = await Promise.all(['甲', '乙'].map((title) => edit(answer.id, 0, { title })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const params = { id: String(answer.id) };
  expect((await portal.call(contract.removeBanner, { params, headers })).status).toBe(200);
  const calls = [
    edit(answer.id, 1),
    portal.call(contract.editedBanner, { params, headers }),
    portal.call(contract.bannerHistory, { params, headers }),
    portal.call(contract.removeBanner, { params, headers }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('of two who order the banners at once the second is told; who sends the present order is not', async () => {
  for (const title of ['甲', '乙', '丙']) await create({ title });
  const former = (await list()).map(({ id }) => id);
  const [one = 0, two = 0, three = 0] = former;
  const order = (ids: number[]) => portal.call(contract.orderBanners, { body: { ids, former }, headers });
  const answers = await Promise.all([order([two, one, three]), order([three, one, two])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const now = (await list()).map(({ id }) => id);
  const again = await order(now);
  expect([again.status, again.answer.map(({ id }) => id)]).toEqual([200, now]);
  expect((await order([one, two, three])).code).toBe('order_changed');
});

describe('pictures that are uploaded for banners', () => {
  const upload = async (picture: Buffer, name: string) => {
    const { body: payload, headers: types } = await multipart({ fields: {}, file: { bytes: picture, name } });
    return portal.app.inject({
      method: 'POST',
      url: contentCalls.uploadPicture.path,
      payload,
      headers: { ...headers, ...types },
    });
  };
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0a4a53' } })
      .png()
      .toBuffer();

  test.each([
    ['one pixel', 1, 1, { src: ['圖片太小，橫幅會模糊；寬至少 800 像素、高至少 220 像素'] }],
    ['8,000 pixels in a strip', 8000, 100, expect.anything()],
  ])('%s is no banner', async (_, width, height, errors) => {
    const { src } = (await upload(await drawn(width, height), 'a.png')).json<{ src: string }>();
    const { status, refusal } = await create({ src });
    expect([status, refusal.errors]).toEqual([422, errors]);
  });

  test('the smallest picture that is allowed is a banner; a banner does not get a smaller one', async () => {
    const uploaded = async (width: number, height: number) =>
      (await upload(await drawn(width, height), 'a.png')).json<{ src: string }>().src;
    expect((await create({ src: await uploaded(800, 220) })).status).toBe(200);
    const [banner] = await list();
    const { refusal } = await edit(banner?.id ?? 0, 0, { src: await uploaded(799, 220) });
    expect(refusal.errors).toHaveProperty('src');
  });

  test('8,000 pixels are made 1,600', async () => {
    const { src, ...size } = (await upload(await drawn(8000, 2400), 'a.png')).json<{ src: string }>();
    expect(size).toEqual({ width: 1600, height: 480 });
    expect((await create({ src })).status).toBe(200);
  });

  test('a drawing is refused, with and without scripts', async () => {
    for (const inner of ['', '<script>alert(1)</script>']) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="480">${inner}</svg>`;
      expect((await upload(Buffer.from(svg), 'a.svg')).statusCode).toBe(422);
    }
  });
});
