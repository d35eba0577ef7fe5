import * as publicCalls from '@portal/contract/content';
import * as contract from '@portal/contract/office/content';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildIntroType } from '../../../test/factories/content.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { intros, introTypes, pictures } from '../tables.ts';

/* 網站內容 → 課程介紹, through the calls. */

const MINUTE = 60_000;
const PICTURE = 'picture-of-a-category-1';

let portal: TestPortal;
let headers: Record<string, string>;
const signIn = async () => {
  const editor = await buildStaff(portal.db, { name: '許編輯', grants: [grant('editor')] });
  headers = {
    'sec-fetch-site': 'same-origin',
    cookie: await enterOffice(portal.db, editor, { now: portal.clock.now }),
  };
};
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await portal.db.insert(pictures).values({ key: PICTURE, width: 286, height: 286, createdAt: NOW });
});
afterAll(() => portal.close());
let minute = 0;
beforeEach(async () => {
  minute += 120;
  portal.clock.now = new Date(NOW.getTime() + minute * MINUTE);
  await signIn();
  await portal.db.delete(intros);
  await portal.db.delete(introTypes);
});

const src = `/pictures/${PICTURE}`;
const createType = (body: object) => portal.call(contract.createIntroType, { body: body as never, headers });
const firstType = async () => {
  const { id } = await buildIntroType(portal.db, { title: '急救訓練', entries: [] });
  return { id: String(id) };
};

const entry = {
  title: '為什麼要學急救',
  html: '<p onclick="x">因為</p>',
  publication: 'published',
  at: null,
} as const;
const createEntry = (params: { id: string }, more: object = {}) =>
  portal.call(contract.createIntro, { params, body: { ...entry, ...more }, headers });
const editEntry = async (id: number, version: number, more: object = {}) =>
  portal.call(contract.editIntro, {
    params: { id: String(id) },
    body: { ...entry, version, ...more },
    headers,
  });
const publicTitles = async () => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 11_000);
  const { answer } = await portal.call(publicCalls.intros, { query: { type: '急救訓練' } });
  return answer.details.map(({ title }) => title);
};

test('an editor creates categories, orders, renames and removes them', async () => {
  await createType({ title: '水上', src });
  const { answer: rows } = await createType({ title: '急救', src });
  expect(rows.map(({ title, entries }) => [title, entries])).toEqual([
    ['水上', 0],
    ['急救', 0],
  ]);
  const former = rows.map(({ id }) => id);
  const ids = former.toReversed();
  const { answer: ordered } = await portal.call(contract.orderIntroTypes, { body: { ids, former }, headers });
  expect(ordered.map(({ title }) => title)).toEqual(['急救', '水上']);
  expect((await portal.call(publicCalls.introTypes)).answer.map(({ title }) => title)).toEqual([
    '急救',
    '水上',
  ]);
  const params = { id: String(ids[0]) };
  const body = { title: '急救訓練', src, version: 0 };
  const { answer: renamed } = await portal.call(contract.editIntroType, { params, body, headers });
  expect(renamed[0]?.title).toBe('急救訓練');
  const { answer: left } = await portal.call(contract.removeIntroType, { params, headers });
  expect(left.map(({ title }) => title)).toEqual(['水上']);
});

test.each([
  ['a taken name', { title: '急救訓練', src }, 'intro_type_taken'],
  ['an unknown picture', { title: '別的', src: '/pictures/not-uploaded-at-all-1' }, 'picture_unknown'],
])('a category with %s is refused', async (_, body, code) => {
  await firstType();
  const refused = await createType(body);
  expect([refused.status, refused.code]).toEqual([422, code]);
});

test('a picture elsewhere is refused', async () => {
  const refused = await createType({ title: '別的', src: 'https://evil.example/x.png' });
  expect([refused.status, refused.refusal.errors]).toEqual([422, { src: ['請選擇圖片'] }]);
});

test('a category with entries is not removed', async () => {
  const params = await firstType();
  await createEntry(params);
  const refused = await portal.call(contract.removeIntroType, { params, headers });
  expect([refused.status, refused.code]).toEqual([422, 'intro_type_used']);
});

test('a draft is not public, a scheduled entry is at its time, a published one at once', async () => {
  const params = await firstType();
  const { answer: draft } = await createEntry(params, { title: '草稿', publication: 'draft' });
  expect(draft).toMatchObject({ publication: 'draft', publishedAt: null, html: '<p>因為</p>' });
  const at = new Date(portal.clock.now.getTime() + 60 * MINUTE);
  const taipei = new Date(at.getTime() + 8 * 60 * MINUTE).toISOString().slice(0, 16);
  await createEntry(params, { title: '定時', publication: 'scheduled', at: taipei });
  await createEntry(params, { title: '公開' });
  expect(await publicTitles()).toEqual(['公開']);
  const due = (await portal.call(contract.dueContent, { headers })).answer;
  expect(due.filter(({ kind }) => kind === 'intro').map(({ title, task }) => [title, task])).toEqual([
    ['定時', 'scheduled'],
    ['草稿', 'draft'],
  ]);
  portal.clock.now = new Date(at.getTime() + MINUTE);
  await signIn();
  expect(await publicTitles()).toEqual(['定時', '公開']);
  expect((await editEntry(draft.id, 0, { title: '草稿' })).answer.publication).toBe('published');
  expect(await publicTitles()).toEqual(['草稿', '定時', '公開']);
  const { answer: shown } = await portal.call(contract.introType, { params, headers });
  expect(shown.type).toMatchObject({ entries: 3, hidden: 0 });
});

test.each([
  ['no title', { title: '' }, { title: ['請輸入標題'] }],
  ['no text', { html: '<p><br></p>' }, { html: ['請輸入內文'] }],
  ['no time', { publication: 'scheduled' }, { at: ['請輸入發布時間'] }],
  ['a wrong time', { publication: 'scheduled', at: '2026-13-01T09:00' }, { at: ['發布時間不正確'] }],
])('an entry with %s is refused', async (_, wrong, errors) => {
  const refused = await createEntry(await firstType(), wrong);
  expect([refused.status, refused.refusal.errors]).toEqual([422, errors]);
});

test('entries are ordered and removed; an order of others is refused', async () => {
  const params = await firstType();
  for (const title of ['甲', '乙', '丙']) await createEntry(params, { title });
  const { answer: shown } = await portal.call(contract.introType, { params, headers });
  const former = shown.entries.map(({ id }) => id);
  const ids = former.toReversed();
  const order = (body: { ids: number[]; former: number[] }) =>
    portal.call(contract.orderIntros, { params, body, headers });
  const { answer: ordered } = await order({ ids, former });
  expect(ordered.entries.map(({ title }) => title)).toEqual(['丙', '乙', '甲']);
  const again = await order({ ids: ids.slice(1), former: ids });
  expect([again.status, again.code]).toEqual([409, 'order_changed']);
  const first = { id: String(ids[0]) };
  const { answer: left } = await portal.call(contract.removeIntro, { params: first, headers });
  expect(left.entries.map(({ title }) => title)).toEqual(['乙', '甲']);
  expect((await portal.call(contract.editedIntro, { params: first, headers })).status).toBe(404);
});

test('who saves an older version of an entry is told; its history names the editor', async () => {
  const { answer: created } = await createEntry(await firstType());
  await editEntry(created.id, created.version, { title: '新的' });
  const late = await editEntry(created.id, created.version, { title: '較晚' });
  expect([late.status, late.code]).toEqual([409, 'changed_meanwhile']);
  const params = { id: String(created.id) };
  const { answer: history } = await portal.call(contract.introHistory, { params, headers });
  expect(history.map(({ action, actor }) => [action, actor.name])).toEqual([
    ['intro.edit', '許編輯'],
    ['intro.create', '許編輯'],
  ]);
});

test('of two orders at once one is refused, and each entry keeps a place of its own', async () => {
  const params = await firstType();
  for (const title of ['甲', '乙', '丙']) await createEntry(params, { title });
  const { answer: shown } = await portal.call(contract.introType, { params, headers });
  const former = shown.entries.map(({ id }) => id);
  const orders = [former.toReversed(), [...former.slice(1), ...former.slice(0, 1)]];
  const answers = await Promise.all(
    orders.map((ids) => portal.call(contract.orderIntros, { params, body: { ids, former }, headers })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rows = await portal.db.select({ position: intros.position }).from(intros);
  expect(rows.map(({ position }) => position).sort()).toEqual([1, 2, 3]);
});

test('a revision of a public entry waits until it is published or discarded', async () => {
  const { answer: created } = await createEntry(await firstType(), { title: '公開的' });
  const { answer: waiting } = await editEntry(created.id, 0, { title: '修改的', publication: 'revision' });
  expect(waiting).toMatchObject({ title: '修改的', hasRevision: true, publication: 'published' });
  expect(await publicTitles()).toEqual(['公開的']);
  const { answer: due } = await portal.call(contract.dueContent, { headers });
  expect(due).toContainEqual({ kind: 'intro', name: `${created.id}`, title: '修改的', task: 'revised' });
  const late = await editEntry(created.id, 0, { title: '較晚', publication: 'revision' });
  expect(late.code).toBe('changed_meanwhile');

  const params = { id: String(created.id) };
  const { answer: discarded } = await portal.call(contract.discardIntroRevision, { params, headers });
  expect(discarded).toMatchObject({ title: '公開的', hasRevision: false });
  const revised = await editEntry(created.id, discarded.version, {
    title: '再修改',
    publication: 'revision',
  });
  const { answer: published } = await editEntry(created.id, revised.answer.version, { title: '再修改' });
  expect(published).toMatchObject({ title: '再修改', hasRevision: false, publishedAt: created.publishedAt });
  expect(await publicTitles()).toEqual(['再修改']);
});

test('a revision of an entry that is not public is a draft; a withdrawn entry takes its revision along', async () => {
  const { answer: draft } = await createEntry(await firstType(), { publication: 'revision' });
  expect(draft).toMatchObject({ publication: 'draft', hasRevision: false });
  const { answer: shown } = await editEntry(draft.id, 0, { title: '公開的' });
  const revised = await editEntry(draft.id, shown.version, { title: '修改的', publication: 'revision' });
  const { answer: withdrawn } = await editEntry(draft.id, revised.answer.version, {
    title: '修改的',
    publication: 'draft',
  });
  expect(withdrawn).toMatchObject({ title: '修改的', publication: 'draft', hasRevision: false });
  const params = { id: '987654' };
  expect((await portal.call(contract.discardIntroRevision, { params, headers })).status).toBe(404);
});

test('markup in a revision is cleaned', async () => {
  const { answer: created } = await createEntry(await firstType());
  const hostile = { html: '<p onclick="x">二</p><script>alert(1)</script>', publication: 'revision' };
  expect((await editEntry(created.id, 0, hostile)).answer.html).toBe('<p>二</p>');
  await portal.db
    .update(intros)
    .set({ revision: { title: '甲', html: '<script>alert(1)</script><p>三</p>' } });
  const { answer } = await portal.call(contract.editedIntro, { params: { id: `${created.id}` }, headers });
  expect(answer.html).toBe('<p>三</p>');
});
