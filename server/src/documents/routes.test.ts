import * as contract from '@portal/contract/documents';
import * as enrolmentCalls from '@portal/contract/enrolment';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildClass, buildCourse } from '../../test/factories/catalogue.ts';
import { buildAskedDocument, buildDocument } from '../../test/factories/document.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { multipart } from '../../test/multipart.ts';
import type { State } from '../enrolment/states.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { FILES_OF_OWNER_MAX } from '../platform/files/unused-files.ts';
import { unusedFiles } from '../platform/tables.ts';
import { registrationDocuments } from './tables.ts';

let portal: TestPortal;
let picture: Buffer;
beforeAll(async () => {
  portal = await openTestPortal();
  picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Artist: 'the camera’s owner' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => portal.close());

let account: Awaited<ReturnType<typeof buildAccount>>;
let token: string;
let trainingClass: Awaited<ReturnType<typeof buildClass>>;
let required: { id: number };
let registration: { id: number; accountId: number };
let courses = 0;

beforeEach(async () => {
  const { db } = portal;
  courses += 1;
  const course = await buildCourse(db, { code: `DOC${courses}`, chineseName: `訓練 ${courses}` });
  trainingClass = await buildClass(db, { courseId: course.id });
  required = await buildAskedDocument(db, { courseId: course.id, name: '既有證照影本' });
  await buildAskedDocument(db, { courseId: course.id, name: '在職證明', required: false, hint: '一個月內' });
  account = await buildAccount(db);
  token = await logIn(db, account);
  registration = await buildRegistration(db, { class: trainingClass, account });
});

interface Sent {
  bytes?: Uint8Array;
  asked?: number;
  name?: string;
  as?: string;
  to?: number;
  key?: string;
}

const add = async ({
  bytes = picture,
  asked,
  name = '證照.jpg',
  as = token,
  to = registration.id,
  key,
}: Sent = {}) => {
  const { body, headers } = await multipart({
    fields: { asked: asked === undefined ? undefined : String(asked) },
    file: { bytes, name },
  });
  return portal.call(contract.addDocument, {
    params: { id: String(to) },
    body,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    token: as,
  });
};

const remove = (document: number, as = token) =>
  portal.call(contract.removeDocument, {
    params: { id: String(registration.id), document: String(document) },
    token: as,
  });

const fetchFile = (document: number, as: string | undefined = token) =>
  portal.app.inject({
    url: `/api/registrations/${registration.id}/documents/${document}`,
    headers: as ? { authorization: `Bearer ${as}` } : {},
  });

const show = async (as = token, query: Record<string, string> = {}) =>
  (await portal.call(contract.classDocuments, { params: { code: trainingClass.code }, query, token: as }))
    .answer;

const rows = () =>
  portal.db
    .select()
    .from(registrationDocuments)
    .where(eq(registrationDocuments.registrationId, registration.id));

describe('the documents that a class asks for', () => {
  test('is shown before enrolling', async () => {
    const guest = await logIn(portal.db, await buildAccount(portal.db));
    expect(await show(guest)).toMatchObject({
      code: trainingClass.code,
      asked: [
        { id: required.id, name: '既有證照影本', hint: null, required: true },
        { name: '在職證明', hint: '一個月內', required: false },
      ],
      registrations: [],
    });
  });

  test('excludes those of other courses and withdrawn ones', async () => {
    const other = await buildClass(portal.db);
    const { answer } = await portal.call(contract.classDocuments, { params: { code: other.code }, token });
    expect(answer.asked).toEqual([]);
  });

  test('is not found for an unknown or unpublished class', async () => {
    const hidden = await buildClass(portal.db, { publishedAt: null });
    for (const code of ['NOWHERE', hidden.code]) {
      const { status, refusal } = await portal.call(contract.classDocuments, { params: { code }, token });
      expect([status, refusal.message]).toEqual([404, '查無此課程']);
    }
  });
});

describe('adding a document', () => {
  test('stores it and says which ones are missing', async () => {
    expect(await show()).toMatchObject({
      registrations: [
        { id: registration.id, documents: [], missing: [required.id], can_add: true, can_change: true },
      ],
    });
    const { status, answer } = await add({ asked: required.id, name: '急救證 正面.JPG' });
    expect(status).toBe(200);
    expect((await show()).registrations).toMatchObject([
      {
        missing: [],
        documents: [
          { id: answer.id, asked: required.id, name: '急救證 正面.jpg', kind: 'jpeg', added_by: 'trainee' },
        ],
      },
    ]);
    const [row] = await rows();
    expect(await portal.services.files.read(row?.fileKey ?? '')).toHaveLength(row?.size ?? 0);
    const events = await portal.db
      .select({ action: registrationEvents.action, actor: registrationEvents.actor })
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, registration.id));
    expect(events).toContainEqual({ action: 'document.add', actor: `account:${account.id}` });
  });

  test('replaces the file for the same asked document', async () => {
    await add({ asked: required.id });
    const [before] = await rows();
    const { answer } = await add({ asked: required.id, name: '新的.jpg' });
    expect(await rows()).toMatchObject([{ id: answer.id, name: '新的' }]);
    const unused = await portal.db
      .select()
      .from(unusedFiles)
      .where(eq(unusedFiles.key, before?.fileKey ?? ''));
    expect(unused).toMatchObject([{ owner: `account:${account.id}` }]);
  });

  test('takes five and no sixth, but a replacement', async () => {
    await add({ asked: required.id });
    for (let n = 0; n < 4; n++) expect((await add()).status).toBe(200);
    const { status, refusal } = await add();
    expect([status, refusal.errors]).toEqual([
      422,
      { file: ['每筆報名最多 5 份文件，請先移除不需要的文件'] },
    ]);
    expect((await add({ asked: required.id })).status).toBe(200);
    expect(await rows()).toHaveLength(5);
  });

  test('with the key of an earlier one answers with that one, and stores no second file', async () => {
    const first = await add({ key: 'once' });
    const second = await add({ key: 'once' });
    expect(second.answer).toEqual(first.answer);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    const keys: string[] = [];
    for await (const some of portal.services.files.list('documents')) keys.push(...some);
    const named = (await portal.db.select().from(registrationDocuments)).map(({ fileKey }) => fileKey);
    const unused = (await portal.db.select().from(unusedFiles)).map(({ key }) => key);
    expect(keys.filter((key) => !named.includes(key) && !unused.includes(key))).toEqual([]);
    expect(keys).toContain(row?.fileKey);
  });

  test('with the key of an earlier one answers with that one, also where there is no room any more', async () => {
    for (let n = 1; n < contract.DOCUMENTS_AT_MOST; n++) expect((await add()).status).toBe(200);
    const first = await add({ key: 'last' });
    expect([first.status, (await add({ key: 'last' })).answer]).toEqual([200, first.answer]);
  });

  test('is refused before its file is looked at where nothing may be added', async () => {
    for (let n = 0; n < contract.DOCUMENTS_AT_MOST; n++) await add();
    const { refusal } = await add({ bytes: Buffer.from('no picture') });
    expect(refusal.errors).toEqual({ file: ['每筆報名最多 5 份文件，請先移除不需要的文件'] });
  });

  test('removes the files that were replaced longest ago, beyond twenty', async () => {
    const owner = `account:${account.id}`;
    const replaced = Array.from({ length: FILES_OF_OWNER_MAX + 1 }, (_, at) => ({
      key: `documents/replaced-${account.id}-${at}`,
      owner,
      since: new Date(NOW.getTime() - at),
    }));
    await portal.db.insert(unusedFiles).values(replaced);
    await add();
    const left = await portal.db.select().from(unusedFiles).where(eq(unusedFiles.owner, owner));
    const expected = replaced.slice(0, FILES_OF_OWNER_MAX).map(({ key }) => key);
    expect(left.map(({ key }) => key).sort()).toEqual(expected.sort());
  });

  test('of another course is refused', async () => {
    const other = await buildAskedDocument(portal.db, {
      courseId: (await buildCourse(portal.db, { code: 'ELSE', chineseName: '其他' })).id,
    });
    expect((await add({ asked: other.id })).refusal.errors).toEqual({
      file: ['此課程已不需要這份文件，請重新整理後再試'],
    });
  });

  test.each<[State, number, number]>([
    ['pending', 200, 200],
    ['unpaid', 200, 422],
    ['reported', 200, 422],
    ['confirmed', 422, 422],
    ['rejected', 422, 422],
    ['cancelled', 422, 422],
  ])('to a registration that is %s', async (state, adding, changing) => {
    const person = await buildAccount(portal.db);
    registration = await buildRegistration(portal.db, { class: trainingClass, account: person, state });
    token = await logIn(portal.db, person);
    const given = await buildDocument(portal.services, { registration, courseDocumentId: required.id });
    expect((await add()).status).toBe(adding);
    expect((await add({ asked: required.id })).status).toBe(changing);
    const [still] = await rows();
    expect((await remove(still?.id ?? given.id)).status).toBe(changing);
  });

  test('without a file is refused under its field', async () => {
    const { body, headers } = await multipart({ fields: {} });
    const { status, refusal } = await portal.call(contract.addDocument, {
      params: { id: String(registration.id) },
      body,
      headers,
      token,
    });
    expect([status, refusal.errors]).toEqual([422, { file: ['請選擇檔案'] }]);
  });

  test('above 10 MB is refused under its field', async () => {
    const { status, refusal } = await add({ bytes: Buffer.alloc(contract.DOCUMENT_BYTES + 1) });
    expect([status, refusal.errors]).toEqual([422, { file: ['文件檔案大小不得超過 10 MB'] }]);
  });
});

describe('a document', () => {
  test('is a download of the portal’s own version, without metadata', async () => {
    const { answer } = await add({ name: '證照;"x".png' });
    const { statusCode, headers, rawPayload } = await fetchFile(answer.id);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^attachment; filename="[^"]*"; filename\*=UTF-8''/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    expect(rawPayload.includes('camera')).toBe(false);
  });

  test('is removed once', async () => {
    const { answer } = await add();
    expect((await remove(answer.id)).status).toBe(200);
    expect((await remove(answer.id)).status).toBe(404);
    expect((await fetchFile(answer.id)).statusCode).toBe(404);
    expect(await rows()).toEqual([]);
  });
});

describe('others', () => {
  test('find nothing: neither strangers nor other members of the group', async () => {
    const { db } = portal;
    const group = await buildGroup(db);
    await buildMembership(db, { group, account });
    const member = await buildAccount(db);
    await buildMembership(db, { group, account: member });
    await db.update(registrations).set({ groupId: group.id }).where(eq(registrations.id, registration.id));
    const document = await buildDocument(portal.services, { registration });
    for (const other of [member, await buildAccount(db)]) {
      const as = await logIn(db, other);
      expect((await add({ as })).status).toBe(404);
      expect((await remove(document.id, as)).status).toBe(404);
      expect((await fetchFile(document.id, as)).statusCode).toBe(404);
      expect((await show(as)).registrations).toEqual([]);
    }
    expect((await fetchFile(document.id, '')).statusCode).toBe(401);
  });

  test('reach no document through a registration of their own', async () => {
    const document = await buildDocument(portal.services, { registration });
    const stranger = await buildAccount(portal.db);
    const own = await buildRegistration(portal.db, { class: trainingClass, account: stranger });
    const response = await portal.app.inject({
      url: `/api/registrations/${own.id}/documents/${document.id}`,
      headers: { authorization: `Bearer ${await logIn(portal.db, stranger)}` },
    });
    expect(response.statusCode).toBe(404);
  });

  test('add for the people of their group as its manager', async () => {
    const { db } = portal;
    const [group, manager] = [await buildGroup(db), await buildAccount(db)];
    await buildMembership(db, { group, account });
    await buildMembership(db, { group, account: manager, role: 'manager' });
    await db.update(registrations).set({ groupId: group.id }).where(eq(registrations.id, registration.id));
    const as = await logIn(db, manager);
    expect((await add({ as, asked: required.id })).status).toBe(200);
    const seen = await show(as, { group: group.code });
    expect(seen.registrations).toMatchObject([
      { id: registration.id, name: account.chineseName, documents: [{ added_by: 'manager' }], missing: [] },
    ]);
  });
});

test('records count the missing documents if the course asks for any', async () => {
  const other = await buildClass(portal.db);
  await buildRegistration(portal.db, { class: other, account });
  const shown = async () => {
    const { answer } = await portal.call(enrolmentCalls.records, { token });
    return Object.fromEntries(answer.UncheckedRecords.map(({ code, documents }) => [code, documents]));
  };
  expect(await shown()).toEqual({ [trainingClass.code]: { missing: 1 }, [other.code]: null });
  await add({ asked: required.id });
  expect(await shown()).toEqual({ [trainingClass.code]: { missing: 0 }, [other.code]: null });
});

describe('simultaneous calls', () => {
  const statusesOf = async (works: Promise<{ status: number }>[]) =>
    (await Promise.all(works)).map(({ status }) => status).sort();

  test('six simultaneous documents: five are accepted', async () => {
    expect(await statusesOf(Array.from({ length: 6 }, () => add()))).toEqual([200, 200, 200, 200, 200, 422]);
    expect((await rows()).map(({ slot }) => slot).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('two simultaneous ones for the same asked document: the later one stays', async () => {
    expect(await statusesOf([add({ asked: required.id }), add({ asked: required.id })])).toEqual([200, 200]);
    expect(await rows()).toHaveLength(1);
  });

  test('a replacement and a removal leave one document or none, and no file without a row', async () => {
    const { answer } = await add({ asked: required.id });
    const [added, removed] = await Promise.all([add({ asked: required.id }), remove(answer.id)]);
    expect([added.status, [200, 404].includes(removed.status)]).toEqual([200, true]);
    expect(await rows()).toHaveLength(1);
  });

  test('a document and a cancellation: nothing is added once it is cancelled', async () => {
    const cancel = portal.call(enrolmentCalls.cancelRegistration, {
      body: { code: trainingClass.code },
      token,
    });
    const [added, cancelled] = await Promise.all([add(), cancel]);
    expect(cancelled.status).toBe(200);
    expect(await rows()).toHaveLength(added.status === 200 ? 1 : 0);
    expect((await add()).status).toBe(422);
  });

  test('control: without the lock on the registration the index on slots stops the second of a slot', async () => {
    await buildDocument(portal.services, { registration, slot: 1 });
    const second = buildDocument(portal.services, { registration, slot: 1 });
    await expect(second.catch(violatedConstraint)).resolves.toBe('registration_documents_slot');
  });
});
