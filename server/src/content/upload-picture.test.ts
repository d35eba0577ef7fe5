import { pictureRefusals } from '@portal/contract/refusals/pictures';
import type { Role } from '@portal/contract/rights';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildOrganization } from '../../test/factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { multipart } from '../../test/multipart.ts';
import { pictures } from './tables.ts';

/* Pictures for the texts of staff, through the call. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await buildOrganization(portal.db);
  headers = await headersOf('officer');
});
afterAll(() => portal.close());

const headersOf = async (role: Role) => {
  const staff = await buildStaff(portal.db, { grants: [grant(role)] });
  return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
};

const drawing = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 74, b: 83, alpha } } });

const upload = async (bytes: Uint8Array, more: Record<string, string> = {}) => {
  const form = await multipart({ fields: {}, file: { bytes, name: '照片.jpg' } });
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/office/pictures',
    headers: { ...headers, ...form.headers, ...more },
    payload: form.body,
  });
  return { status: answer.statusCode, body: answer.json() };
};

const shown = async (src: string) => sharp((await portal.app.inject(src)).rawPayload).metadata();

test('a picture is shrunk, keeps its shape and loses its metadata', async () => {
  const bytes = await drawing(2000, 1000)
    .withExif({ IFD0: { Copyright: 'a camera' } })
    .jpeg()
    .toBuffer();
  const { status, body } = await upload(bytes);
  expect([status, body]).toEqual([
    200,
    { src: expect.stringMatching(/^\/pictures\/[\w-]+$/), width: 1600, height: 800 },
  ]);
  expect(await shown(body.src)).toMatchObject({ format: 'webp', width: 1600, height: 800 });
  expect((await shown(body.src)).exif).toBeUndefined();
  expect(await shown(`${body.src}?w=400`)).toMatchObject({ width: 400, height: 200 });
});

test('a small picture stays as it is, also where it is transparent', async () => {
  const { body } = await upload(await drawing(60, 40, 0).png().toBuffer());
  expect(await shown(body.src)).toMatchObject({ width: 60, height: 40, hasAlpha: true });
});

test('a repeated call answers the same picture', async () => {
  const bytes = await drawing(30, 30).webp().toBuffer();
  const key = { 'idempotency-key': 'the-same-picture' };
  const [first, again] = [await upload(bytes, key), await upload(bytes, key)];
  expect(again).toEqual(first);
});

const jpeg = await drawing(300, 300).flatten().jpeg().toBuffer();

test.each([
  ['an SVG', 'picture_kind', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a page', 'picture_kind', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a GIF that is a script', 'picture_kind', Buffer.from('GIF89a=1;alert(1)')],
  ['half a JPEG', 'picture_damaged', jpeg.subarray(0, jpeg.length / 2)],
  ['an empty file', 'picture_missing', Buffer.alloc(0)],
] as const)('%s is refused', async (_, code, bytes) => {
  const before = await portal.db.select().from(pictures);
  const { status, body } = await upload(bytes);
  expect([status, body.errors]).toEqual([422, { file: [pictureRefusals[code].text] }]);
  expect(await portal.db.select().from(pictures)).toEqual(before);
});

test('a picture that unpacks to too many pixels is refused before it is unpacked', async () => {
  const bomb = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect((await upload(bomb)).body.errors).toEqual({
    file: [pictureRefusals.picture_too_many_pixels.text],
  });
});

test.each([
  ['officer', 200],
  ['editor', 200],
  ['admin', 200],
  ['cashier', 403],
  ['instructor', 403],
  ['auditor', 403],
] as const)('%s: %i', async (role, status) => {
  expect((await upload(jpeg, await headersOf(role))).status).toBe(status);
});
