import * as contract from '@portal/contract/office/classes';
import { attachmentRefusals } from '@portal/contract/refusals/attachments';
import type { Role } from '@portal/contract/rights';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAttachment, buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildStaff, enterOffice } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { attachments } from '../tables.ts';

/* 檔案 of a class, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  headers = await headersOf('officer', 'TPE');
});
afterAll(() => portal.close());

const headersOf = async (role: Role, code: string) => {
  const { id } = await buildOrganization(portal.db, { code, name: `${code} 分會` });
  const staff = await buildStaff(portal.db, { grants: [{ role, organizationId: id }] });
  return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
};

const table = Buffer.from('科目,時數\n急救,8\n');

const upload = async (
  classId: number,
  { name = '時數表.csv', bytes = table, more = {}, by = headers } = {},
) => {
  const form = await multipart({ fields: {}, file: { bytes, name } });
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/office/classes/${classId}/attachments`,
    headers: { ...by, ...form.headers, ...more },
    payload: form.body,
  });
  return { status: answer.statusCode, body: answer.json() };
};

const paramsOf = (classId: number, attachment?: number) => ({
  id: String(classId),
  ...(attachment === undefined ? {} : { attachment: String(attachment) }),
});

const list = async (classId: number, by = headers) =>
  portal.call(contract.classAttachments, { params: paramsOf(classId), headers: by });

const filesOnPage = async (code: string): Promise<{ src: string; name: string }[]> =>
  (await portal.app.inject(`/api/class/${code}`)).json().files;

const download = async (src: string) => (await portal.app.inject(`/download?src=${src}`)).statusCode;

test('files that are added at once stand on the class’s page, and are downloaded', async () => {
  const trainingClass = await buildClass(portal.db);
  const added = await Promise.all(
    ['甲.csv', '乙.csv', '丙.csv'].map((name) => upload(trainingClass.id, { name })),
  );
  expect(added.map(({ status, body }) => [status, body.extension, body.size])).toEqual(
    [1, 2, 3].map(() => [200, 'csv', table.length]),
  );
  const files = await filesOnPage(trainingClass.code);
  expect(files.map(({ name }) => name).sort()).toEqual(['丙', '乙', '甲']);
  for (const { src } of files) expect(await download(src)).toBe(200);
});

test('a removed file is gone at once', async () => {
  const trainingClass = await buildClass(portal.db);
  const { body } = await upload(trainingClass.id);
  const [file] = await filesOnPage(trainingClass.code);
  expect(await download(file?.src ?? '')).toBe(200);
  const removed = await portal.call(contract.removeAttachment, {
    params: paramsOf(trainingClass.id, body.id),
    headers,
  });
  expect(removed.answer.attachments).toEqual([]);
  expect(await download(file?.src ?? '')).toBe(404);
});

test('a repeated upload adds one file', async () => {
  const { id } = await buildClass(portal.db);
  const more = { 'idempotency-key': 'one-file' };
  const [first, again] = [await upload(id, { more }), await upload(id, { more })];
  expect(again).toEqual(first);
  expect((await list(id)).answer.attachments).toHaveLength(1);
});

test('a name is made safe, also where it is changed', async () => {
  const { id } = await buildClass(portal.db);
  const { body } = await upload(id, { name: '../..\\秘密\u202e/簡章 <b>.csv' });
  expect(body.name).toBe('簡章 b');
  const body2 = { name: ' 報名/簡章?.exe ' };
  const params = paramsOf(id, body.id);
  const { answer } = await portal.call(contract.renameAttachment, { params, body: body2, headers });
  expect(answer.attachments).toMatchObject([{ name: '簡章', extension: 'csv' }]);
});

test('files stand in the order in which they are put; an order of other files is refused', async () => {
  const { id } = await buildClass(portal.db);
  const ids: number[] = [];
  for (const name of ['一.txt', '二.txt', '三.txt']) ids.push((await upload(id, { name })).body.id);
  const order = async (wanted: number[]) =>
    portal.call(contract.orderAttachments, { params: paramsOf(id), body: { ids: wanted }, headers });
  const { answer } = await order(ids.toReversed());
  expect(answer.attachments.map(({ name }) => name)).toEqual(['三', '二', '一']);
  expect((await order(ids.slice(1))).status).toBe(409);
  expect((await order([...ids.slice(1), 987_654])).status).toBe(409);
});

test('a class has at most twenty files, also where the last two come at once', async () => {
  const { id } = await buildClass(portal.db);
  for (let count = 1; count < contract.ATTACHMENTS_AT_MOST; count += 1) {
    await buildAttachment(portal.db, { classId: id });
  }
  const both = await Promise.all([upload(id), upload(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.body.errors.file).toEqual([
    attachmentRefusals.attachments_full.text.replace('{n}', '20'),
  ]);
});

test('a refused file leaves nothing', async () => {
  const { id } = await buildClass(portal.db);
  const { status } = await upload(id, { name: '簡章.pdf', bytes: Buffer.from('MZ') });
  expect(status).toBe(422);
  expect(await portal.db.select().from(attachments).where(eq(attachments.classId, id))).toEqual([]);
});

test('a file of a draft is opened by staff, and by nobody else', async () => {
  const { id } = await buildClass(portal.db, { publishedAt: null, state: 'draft' });
  const { body } = await upload(id);
  const url = `/api/office/classes/${id}/attachments/${body.id}`;
  const opened = await portal.app.inject({ url, headers });
  expect([opened.statusCode, opened.rawPayload.equals(table)]).toEqual([200, true]);
  const [row] = await portal.db.select().from(attachments).where(eq(attachments.id, body.id));
  expect(await download(row?.src ?? '')).toBe(404);
});

test('another branch finds nothing, and a cashier changes nothing', async () => {
  const { id } = await buildClass(portal.db);
  const { body } = await upload(id);
  const elsewhere = await headersOf('officer', 'KHH');
  expect((await list(id, elsewhere)).status).toBe(404);
  expect((await upload(id, { by: elsewhere })).status).toBe(404);
  const remove = await portal.call(contract.removeAttachment, {
    params: paramsOf(id, body.id),
    headers: elsewhere,
  });
  expect(remove.status).toBe(404);
  const cashier = await headersOf('cashier', 'TPE');
  expect((await list(id, cashier)).answer.canEdit).toBe(false);
  expect((await upload(id, { by: cashier })).status).toBe(403);
});

test('a file of another class is not found', async () => {
  const [one, other] = [await buildClass(portal.db), await buildClass(portal.db)];
  const { body } = await upload(other.id);
  const params = paramsOf(one.id, body.id);
  const renamed = await portal.call(contract.renameAttachment, { params, body: { name: 'x' }, headers });
  const removed = await portal.call(contract.removeAttachment, { params, headers });
  expect([renamed.status, removed.status]).toEqual([404, 404]);
});
