import * as contract from '@portal/contract/office/documents';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildAskedDocument, buildDocument } from '../../../test/factories/document.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, enterOffice } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { auditEvents } from '../../audit/tables.ts';
import { registrationEvents } from '../../enrolment/tables.ts';

let portal: TestPortal;
let registration: { id: number; accountId: number };
let document: { id: number };
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { db, services } = portal;
  const course = await buildCourse(db, { code: 'DOC', chineseName: '教練訓練' });
  const required = await buildAskedDocument(db, { courseId: course.id, name: '既有證照影本' });
  await buildAskedDocument(db, { courseId: course.id, name: '體檢表' });
  const trainingClass = await buildClass(db, { courseId: course.id });
  registration = await buildRegistration(db, { class: trainingClass, account: await buildAccount(db) });
  document = await buildDocument(services, { registration, courseDocumentId: required.id });
});
afterAll(() => portal.close());

/** Somebody of the staff, of the class's branch or of another. */
const cookieOf = async (role: 'officer' | 'auditor', branch: { code: string; name: string }) => {
  const { id } = await buildOrganization(portal.db, branch);
  const staff = await buildStaff(portal.db, { grants: [{ role, organizationId: id }] });
  return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
};

const TPE = { code: 'TPE', name: '臺北市分會' };
const KHH = { code: 'KHH', name: '高雄市分會' };

const views = () =>
  portal.db
    .select({ about: auditEvents.subjectId, after: auditEvents.after })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'document.view'));

const list = (headers: Record<string, string>) =>
  portal.call(contract.officeDocuments, { params: { id: String(registration.id) }, headers });
const open = (headers: Record<string, string>) =>
  portal.app.inject({
    url: `/api/office/registrations/${registration.id}/documents/${document.id}`,
    headers,
  });

test('an officer of the branch sees added and missing documents, and opens one, which is recorded', async () => {
  const headers = await cookieOf('officer', TPE);
  expect((await list(headers)).answer).toMatchObject({
    asked: [{ name: '既有證照影本' }, { name: '體檢表' }],
    canOpen: true,
    canAdd: true,
    missing: ['體檢表'],
    documents: [{ id: document.id, asked: '既有證照影本', name: '證照影本.pdf', addedBy: 'trainee' }],
  });
  expect(await views()).toEqual([]);
  const file = await open(headers);
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment;/),
  ]);
  expect(await views()).toEqual([
    { about: registration.id, after: { accountId: registration.accountId, documentId: document.id } },
  ]);
});

/** A registration of its own in this state, as the parameters of a call. */
const registered = async (state: 'pending' | 'confirmed' | 'rejected', courseId?: number) => {
  const trainingClass = await buildClass(portal.db, { ...(courseId && { courseId }) });
  const account = await buildAccount(portal.db);
  return buildRegistration(portal.db, { class: trainingClass, account, state });
};

const send = async (
  headers: Record<string, string>,
  { id }: { id: number },
  file: { bytes: Uint8Array; name?: string },
  asked?: number,
) => {
  const form = await multipart({ fields: { asked: asked?.toString() }, file });
  return portal.call(contract.addDocumentByStaff, {
    params: { id: `${id}` },
    body: form.body,
    headers: { ...headers, ...form.headers },
  });
};

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();

test('an officer adds a paper that came to the counter, for the asked document; the history names them', async () => {
  const headers = await cookieOf('officer', TPE);
  const course = await buildCourse(portal.db, { code: 'DOC2', chineseName: '教練複訓' });
  const asked = await buildAskedDocument(portal.db, { courseId: course.id, name: '體檢表' });
  const own = await registered('pending', course.id);
  const { status } = await send(headers, own, { bytes: await picture(), name: '體檢.jpg' }, asked.id);
  expect(status).toBe(200);
  const { answer } = await portal.call(contract.officeDocuments, { params: { id: `${own.id}` }, headers });
  expect(answer).toMatchObject({ missing: [], documents: [{ asked: '體檢表', addedBy: 'staff' }] });
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, own.id));
  expect(events.at(-1)).toMatchObject({ action: 'document.add', actor: expect.stringMatching(/^staff:/) });
});

test('a file of another type is refused, and so is a registration that has ended', async () => {
  const headers = await cookieOf('officer', TPE);
  const wrong = await send(headers, await registered('pending'), {
    bytes: Buffer.from('<svg/>'),
    name: 'a.pdf',
  });
  expect(wrong.refusal.errors).toEqual({ file: ['文件僅接受 PDF、JPEG、PNG、HEIC 檔案'] });
  const over = await registered('rejected');
  expect((await send(headers, over, { bytes: await picture() })).status).toBe(422);
  const { answer } = await portal.call(contract.officeDocuments, { params: { id: `${over.id}` }, headers });
  expect(answer.canAdd).toBe(false);
});

test('an auditor sees the list, opens nothing and adds nothing', async () => {
  const headers = await cookieOf('auditor', TPE);
  expect((await list(headers)).answer).toMatchObject({ canOpen: false, canAdd: false });
  expect((await open(headers)).statusCode).toBe(403);
  expect((await send(headers, registration, { bytes: await picture() })).status).toBe(403);
});

test('an officer of another branch finds nothing', async () => {
  const headers = await cookieOf('officer', KHH);
  expect((await list(headers)).status).toBe(422);
  expect((await open(headers)).statusCode).toBe(422);
  expect((await send(headers, registration, { bytes: await picture() })).status).toBe(422);
});
