import * as contract from '@portal/contract/office/documents';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildAskedDocument, buildDocument } from '../../test/factories/document.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, enterOffice } from '../../test/factories/staff.ts';
import { auditEvents } from '../audit/tables.ts';

let portal: TestPortal;
let registration: { id: number; accountId: number };
let document: { id: number };
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { db, services } = portal;
  const course = await buildCourse(db, { code: 'DOC', chineseName: '教練訓練' });
  const required = await buildAskedDocument(db, { courseId: course.id, name: '既有證照影本' });
  await buildAskedDocument(db, { courseId: course.id, name: '體檢表' });
  const opening = await buildClass(db, { courseId: course.id });
  registration = await buildRegistration(db, { class: opening, account: await buildAccount(db) });
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

it('an officer of the branch sees what is there and what is missing, and opens it; the look is recorded', async () => {
  const headers = await cookieOf('officer', TPE);
  expect((await list(headers)).answer).toMatchObject({
    asks: true,
    canOpen: true,
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

it('an auditor sees the list and opens nothing', async () => {
  const headers = await cookieOf('auditor', TPE);
  expect((await list(headers)).answer.canOpen).toBe(false);
  expect((await open(headers)).statusCode).toBe(403);
});

it('an officer of another branch finds nothing', async () => {
  const headers = await cookieOf('officer', KHH);
  expect((await list(headers)).status).toBe(422);
  expect((await open(headers)).statusCode).toBe(422);
});
