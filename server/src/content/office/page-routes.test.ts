import * as publicCalls from '@portal/contract/content';
import * as contract from '@portal/contract/office/content';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildIntroType } from '../../../test/factories/content.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { siteSettings } from '../tables.ts';

/* 網站內容 → 頁面, 頁尾 and what is due, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const editor = await buildStaff(portal.db, { name: '許編輯', grants: [grant('editor')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, editor) };
});
afterAll(() => portal.close());
let minute = 0;
beforeEach(async () => {
  minute += 1;
  portal.clock.now = new Date(NOW.getTime() + minute * 60_000);
  await portal.db.delete(siteSettings);
});

const params = { name: 'Help' } as const;
const page = async () => (await portal.call(contract.editedPage, { params, headers })).answer;
const savePage = async (more: object = {}) => {
  const body = {
    title: '怎麼報名',
    html: '<p>找到課程，按「個人報名」。</p>',
    publication: 'published' as const,
    version: (await page()).version,
    ...more,
  };
  return portal.call(contract.saveSitePage, { params, body, headers });
};
const publicPage = async () => (await portal.call(publicCalls.sitePage, { params })).answer;

test('a page shows its built-in text until an editor writes another, which is public', async () => {
  expect(await page()).toMatchObject({ title: '使用說明', isBuiltIn: true });
  const { answer } = await savePage({ html: '<p onclick="x">新的</p><script>alert(1)</script>' });
  expect(answer).toMatchObject({ title: '怎麼報名', html: '<p>新的</p>', isBuiltIn: false });
  expect(await publicPage()).toEqual({ title: '怎麼報名', html: '<p>新的</p>' });
  const { answer: rows } = await portal.call(contract.sitePageList, { headers });
  expect(rows.map(({ name, changedAt }) => [name, changedAt !== null])).toEqual([
    ['Contact', false],
    ['Help', true],
    ['Accessibility', false],
  ]);
  const { answer: history } = await portal.call(contract.sitePageHistory, { params, headers });
  expect(history[0]).toMatchObject({ action: 'page.set', actor: { name: '許編輯' } });
});

test('a revision of a page waits until it is published or discarded; the public sees the former text', async () => {
  await savePage({ title: '公開的' });
  const { answer: waiting } = await savePage({ title: '修改的', publication: 'revision' });
  expect(waiting).toMatchObject({ title: '修改的', hasRevision: true, isBuiltIn: false });
  expect((await publicPage()).title).toBe('公開的');
  const { answer: due } = await portal.call(contract.dueContent, { headers });
  expect(due).toContainEqual({ kind: 'page', name: 'Help', title: '使用說明', task: 'revised' });

  const discard = () => portal.call(contract.discardPageRevision, { params, headers });
  expect((await discard()).answer).toMatchObject({ title: '公開的', hasRevision: false });
  expect((await discard()).answer).toMatchObject({ title: '公開的', hasRevision: false });

  await savePage({ title: '再修改', publication: 'revision' });
  portal.clock.now = new Date(portal.clock.now.getTime() + 11_000);
  expect((await savePage({ title: '再修改' })).answer).toMatchObject({ title: '再修改', hasRevision: false });
  expect((await publicPage()).title).toBe('再修改');
  const { answer: history } = await portal.call(contract.sitePageHistory, { params, headers });
  expect(history.slice(0, 4).map(({ action }) => action)).toEqual([
    'page.set',
    'page.revise',
    'page.discard',
    'page.revise',
  ]);
});

test.each([
  ['no title', { title: ' ' }, { title: ['請輸入標題'] }],
  ['no text', { html: '<p> </p><br>' }, { html: ['請輸入內文'] }],
  ['a long text', { html: '字'.repeat(20_001) }, { html: ['內文內容過長，請縮短後再試'] }],
])('%s is refused', async (_, wrong, errors) => {
  const { status, refusal } = await savePage(wrong);
  expect([status, refusal.errors]).toEqual([422, errors]);
});

test('a page that is not one of the footer is not found', async () => {
  const input = { params: { name: 'Secret' }, headers };
  expect((await portal.call(contract.editedPage, input)).status).toBeGreaterThanOrEqual(404);
});

test('of two who save a page at once the second is told', async () => {
  const { version } = await page();
  const answers = await Promise.all(['甲', '乙'].map((title) => savePage({ version, title })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

const footer = { name: '藍海救援協會', address: '基隆市', phone: '02-20000000', fax: '' };

test('the footer is public once it is saved; who saves an older one is told', async () => {
  const { answer: former } = await portal.call(contract.editedFooter, { headers });
  const body = { ...footer, version: former.version };
  const { answer } = await portal.call(contract.saveFooter, { body, headers });
  expect(answer).toMatchObject(footer);
  expect((await portal.call(publicCalls.footer)).answer).toEqual(footer);
  const again = await portal.call(contract.saveFooter, { body, headers });
  expect([again.status, again.code]).toEqual([409, 'changed_meanwhile']);
  const nameless = { ...footer, name: '', version: answer.version };
  const refused = await portal.call(contract.saveFooter, { body: nameless, headers });
  expect(refused.refusal.errors).toEqual({ name: ['請輸入單位名稱'] });
});

test('what the public would miss is due until it is there', async () => {
  const due = async () =>
    (await portal.call(contract.dueContent, { headers })).answer.map(({ kind, title, task }) => [
      kind,
      title,
      task,
    ]);
  expect(await due()).toEqual([
    ['footer', '頁尾', 'empty'],
    ['page', '聯絡我們', 'built_in'],
    ['page', '使用說明', 'built_in'],
    ['page', '無障礙聲明', 'built_in'],
    ['intro_types', '課程介紹', 'empty'],
    ['banners', '橫幅', 'empty'],
  ]);
  await savePage();
  await buildIntroType(portal.db, { title: '急救訓練', entries: [] });
  expect(await due()).toEqual([
    ['footer', '頁尾', 'empty'],
    ['page', '聯絡我們', 'built_in'],
    ['page', '無障礙聲明', 'built_in'],
    ['intro_type', '急救訓練', 'empty'],
    ['banners', '橫幅', 'empty'],
  ]);
});
