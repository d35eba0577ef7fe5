import * as contract from '@portal/contract/office/branding';
import { SITE_NAME } from '@portal/contract/pages';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { branding } from '../tables.ts';

/* 設定 → 網站, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const admin = await buildStaff(portal.db, { name: '周世昌', grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());
beforeEach(() => portal.db.delete(branding));

const show = async () => (await portal.call(contract.branding, { headers })).answer;

const form = {
  name: '藍海救援學院',
  shortName: '藍海',
  colour: '#1d3f8f',
  senderName: '藍海訓練組',
  address: 'https://training.example.org.tw',
  logoId: null,
};

const set = async (more: object = {}) => {
  const { version } = await show();
  return portal.call(contract.setBranding, { body: { ...form, version, ...more }, headers });
};

const upload = async (bytes: Uint8Array, more: Record<string, string> = {}) => {
  const sent = await multipart({ fields: {}, file: { bytes, name: '標誌.png' } });
  const answer = await portal.app.inject({
    method: 'POST',
    url: contract.uploadLogo.path,
    headers: { ...headers, ...sent.headers, ...more },
    payload: sent.body,
  });
  return { status: answer.statusCode, body: answer.json() };
};

const logo = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#1d3f8f' } })
    .png()
    .toBuffer();

test('the built-in look is there from the start', async () => {
  expect(await show()).toMatchObject({
    name: SITE_NAME,
    colour: '#0a4a53',
    logo: null,
    operatorAddress: null,
  });
});

test('what is set is shown, with its history; the same again changes nothing', async () => {
  const { answer } = await set();
  const { logoId: _, ...texts } = form;
  expect(answer).toMatchObject({ ...texts, logo: null });
  expect((await set()).answer).toEqual(answer);
  const { answer: history } = await portal.call(contract.brandingHistory, { headers });
  expect(history[0]).toMatchObject({ action: 'branding.edit', actor: { name: '周世昌' } });
  expect(history[0]?.changes).toContainEqual({ field: 'name', before: SITE_NAME, after: '藍海救援學院' });
  expect(history[0]?.changes).toContainEqual({
    ...{ field: 'siteAddress', before: null },
    after: 'https://training.example.org.tw',
  });
});

test('an uploaded logo is shown once it is saved', async () => {
  const { status, body } = await upload(await logo(200));
  expect([status, body]).toEqual([
    200,
    { id: expect.any(Number), src: expect.stringMatching(/^\/logos\/[\w-]{22}-96\.png$/) },
  ]);
  expect((await show()).logo).toBeNull();
  expect((await set({ logoId: body.id })).answer.logo).toEqual(body);
  const { rawPayload, headers: sent } = await portal.app.inject(body.src);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 });
  expect(sent['cache-control']).toContain('immutable');
});

test('a repeated upload answers the same logo', async () => {
  const bytes = await logo(100);
  const key = { 'idempotency-key': 'the-same-logo' };
  expect(await upload(bytes, key)).toEqual(await upload(bytes, key));
});

test.each([
  ['a pixel', 'logo_too_small', () => logo(1)],
  ['8,000 pixels', 'logo_too_many_pixels', () => logo(8000)],
  ['a page', 'logo_kind', async () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['an empty file', 'picture_missing', async () => Buffer.alloc(0)],
])('a logo of %s is refused', async (_, code, bytes) => {
  const { status, body } = await upload(await bytes());
  expect([status, body.code]).toEqual([422, code]);
});

test.each([
  ['no name', { name: ' ' }, { name: ['請輸入網站名稱'] }],
  ['a long name', { name: '網'.repeat(31) }, { name: ['網站名稱不得超過 30 個字元'] }],
  ['a name of two lines', { name: '訓練\r\nBcc: a@b' }, { name: ['網站名稱格式不正確'] }],
  ['a colour by name', { colour: 'red' }, { colour: ['請輸入 # 與六位十六進位數字，例如 #0a4a53'] }],
  [
    'a colour on which nothing can be read',
    { colour: '#e8590c' },
    {
      colour: [
        '這個顏色與白色文字的對比為 3.5:1，與深色文字為 4.2:1，都未達 4.5:1；請選深一點或淺一點的顏色',
      ],
    },
  ],
  ...[
    'javascript:alert(1)',
    'ftp://a.example',
    'https://a:b@c.example',
    'https://a.example/?x=1',
    '例子',
  ].map(
    (address) =>
      [
        `the address ${address}`,
        { address },
        { address: ['請輸入 http:// 或 https:// 開頭的網址，不含 ? 與 #'] },
      ] as const,
  ),
  ['a logo that is not there', { logoId: 999_999 }, { logoId: ['查無此標誌，請重新上傳'] }],
] as const)('%s is refused', async (_, wrong, errors) => {
  const { status, refusal } = await set(wrong);
  expect([status, refusal.errors]).toEqual([422, errors]);
  expect(await show()).toMatchObject({ name: SITE_NAME });
});

test('an address loses its last slash; empty fields are the defaults', async () => {
  expect((await set({ address: ' https://Training.example/ ' })).answer.address).toBe(
    'https://training.example',
  );
  expect((await set({ address: '', senderName: '' })).answer).toMatchObject({
    address: null,
    senderName: null,
  });
});

test('saving an older version is refused and names who changed it first', async () => {
  const { version } = await show();
  await set();
  const { status, code } = await set({ version, name: '別的名稱' });
  expect([status, code]).toEqual([409, 'changed_meanwhile']);
});

test('of two who save at once the second is told, also before the first setting', async () => {
  const { version } = await show();
  const answers = await Promise.all([set({ version, name: '甲' }), set({ version, name: '乙' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
