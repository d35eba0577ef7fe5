import * as trainee from '@portal/contract/certificates';
import * as office from '@portal/contract/office/renewals';
import { waitingWork } from '@portal/contract/office/reports';
import { and, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildCourse } from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { enterOfficers, type StaffHeaders } from '../../../test/factories/officers.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { multipart } from '../../../test/multipart.ts';
import { send } from '../../../test/office-requests.ts';
import { auditEvents } from '../../audit/tables.ts';
import { findVersion } from '../../audit/version.ts';
import { mails } from '../../mail/tables.ts';
import { renewalInquiries, renewalRequests } from '../tables.ts';
import { approveRenewal } from './approve-renewal.ts';
import { versionedRequest } from './review.ts';

/* Staff ask for a document before they decide a renewal, and the person answers. */

let portal: TestPortal;
let picture: Buffer;
let officer: StaffHeaders;
let colleague: StaffHeaders;
let stranger: StaffHeaders;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ officer, colleague, stranger } = await enterOfficers(portal.db));
  picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c22a1e' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => portal.close());

const asked = async () => {
  const account = await buildAccount(portal.db);
  const certificate = await buildCertificate(portal.db, { account });
  const { id } = await buildRenewalRequest(portal.db, { certificate });
  return { id, account, certificate, token: await logIn(portal.db, account) };
};

const rowOf = async (id: number, query: Record<string, string> = {}) =>
  (await portal.call(office.renewalQueue, { query, headers: officer })).answer.rows.find(
    (row) => row.id === id,
  );
const ask = (id: number, { headers = officer, version = 0, text = '請上傳複訓時數證明' } = {}) =>
  portal.call(office.askDocument, { params: { id: `${id}` }, body: { text, version }, headers });
const approve = (id: number, version: number, headers = officer) =>
  portal.call(office.approveRenewal, { params: { id: `${id}` }, body: { version }, headers });
const open = async (token: string) => (await portal.call(trainee.renewalInquiries, { token })).answer;
const answer = async (id: number, given: { answer?: string; file?: Buffer }, token: string) => {
  const form = await multipart({
    fields: { answer: given.answer },
    ...(given.file && { file: { bytes: given.file } }),
  });
  return portal.call(trainee.answerInquiry, { params: { id: `${id}` }, token, ...form });
};

const countFiles = async () => {
  let count = 0;
  for await (const keys of portal.services.files.list('documents')) count += keys.length;
  return count;
};

const ofRequest = (id: number) =>
  portal.db.select().from(renewalInquiries).where(eq(renewalInquiries.requestId, id));

test('a request that waits for the person is no work of staff until the person answers', async () => {
  const { id, account, certificate, token } = await asked();
  const waiting = async () => (await portal.call(waitingWork, { headers: officer })).answer.renewals?.count;
  const before = (await waiting()) ?? 0;
  expect((await ask(id)).status).toBe(200);
  expect(await waiting()).toBe(before - 1);
  expect(await rowOf(id, { waits: 'person' })).toMatchObject({ inquiries: [{ answeredAt: null }] });
  expect(await rowOf(id, { waits: 'staff' })).toBeUndefined();
  const sent = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
  expect(sent.map(({ template }) => template)).toEqual(['renewal_inquiry']);

  const [inquiry] = await open(token);
  expect(inquiry).toMatchObject({ code: certificate.number, text: '請上傳複訓時數證明' });
  expect((await answer(inquiry?.id ?? 0, { answer: '如附件', file: picture }, token)).status).toBe(200);
  expect(await open(token)).toEqual([]);
  expect(await waiting()).toBe(before);
  const row = await rowOf(id, { waits: 'staff' });
  expect(row).toMatchObject({ inquiries: [{ answer: '如附件', hasFile: true }] });
  expect((await approve(id, row?.version ?? 0)).status).toBe(200);
});

test('the file is cleaned, opened by staff of the branch, and each view leaves an event', async () => {
  const { id, token } = await asked();
  await ask(id);
  const [inquiry] = await open(token);
  await answer(inquiry?.id ?? 0, { file: picture }, token);
  const view = (by: StaffHeaders) =>
    send(portal, office.answerFile, { params: { id: `${inquiry?.id}` } }, by);
  const shown = await view(officer);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect((await view(stranger)).statusCode).toBe(404);
  const views = await portal.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'renewal.document_view'));
  expect(views.map(({ subjectId }) => subjectId)).toEqual([id]);
});

describe('an answer', () => {
  test('needs a text or a file', async () => {
    const { id, token } = await asked();
    await ask(id);
    const [inquiry] = await open(token);
    expect((await answer(inquiry?.id ?? 0, {}, token)).code).toBe('renewal_answer_missing');
    expect((await answer(inquiry?.id ?? 0, { answer: '已寄出' }, token)).status).toBe(200);
    expect((await answer(inquiry?.id ?? 0, { answer: '再寄' }, token)).code).toBe('renewal_inquiry_answered');
    expect(await ofRequest(id)).toMatchObject([{ answer: '已寄出', fileKey: null }]);
  });

  test('with a file that is none is refused, and stores nothing', async () => {
    const { id, token } = await asked();
    await ask(id);
    const [inquiry] = await open(token);
    const refused = await answer(inquiry?.id ?? 0, { file: Buffer.from('<html>') }, token);
    expect(refused.code).toBe('document_kind');
    expect(await ofRequest(id)).toMatchObject([{ answeredAt: null }]);
  });

  test('goes to the inquiry that is named, of somebody who is asked about two certificates', async () => {
    const { id: later, account, token } = await asked();
    const course = { code: 'AQU', chineseName: '水安教練訓練', type: 'coach', years: 3 } as const;
    const { id: courseId } = await buildCourse(portal.db, course);
    const certificate = await buildCertificate(portal.db, { account, courseId });
    const { id: first } = await buildRenewalRequest(portal.db, { certificate });
    for (const id of [first, later]) await ask(id);
    // PostgreSQL stores an updated row behind the others.
    const text = '請上傳照片';
    await portal.db.update(renewalInquiries).set({ text }).where(eq(renewalInquiries.requestId, first));
    const [one, other] = await open(token);
    expect([one?.text, other?.text]).toEqual([text, '請上傳複訓時數證明']);

    expect((await answer(other?.id ?? 0, { file: picture }, token)).status).toBe(200);
    expect(await ofRequest(first)).toMatchObject([{ answeredAt: null, fileKey: null }]);
    expect(await ofRequest(later)).toMatchObject([{ answeredAt: NOW, kind: 'jpeg' }]);
    const view = async (inquiry: number) =>
      (await send(portal, office.answerFile, { params: { id: `${inquiry}` } }, officer)).statusCode;
    expect([await view(one?.id ?? 0), await view(other?.id ?? 0)]).toEqual([404, 200]);

    expect((await answer(one?.id ?? 0, { answer: '好' }, token)).status).toBe(200);
    const answers = await portal.db
      .select({ request: auditEvents.subjectId })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'renewal.answer'), eq(auditEvents.actor, `account:${account.id}`)))
      .orderBy(auditEvents.id);
    expect(answers.map(({ request }) => request)).toEqual([later, first]);
  });

  test('waits for a decision that is under way', async () => {
    const { id, token } = await asked();
    await ask(id);
    const [inquiry] = await open(token);
    const late = actDuring(
      portal.db,
      (tx) => approveRenewal(tx, { requestId: id }, { actor: decidingStaff(), now: NOW }),
      () => answer(inquiry?.id ?? 0, { answer: '好' }, token),
    );
    expect((await late).code).toBe('renewal_decided');
  });

  test('that is refused, and one that is sent again, leave no file', async () => {
    const { id, token } = await asked();
    await ask(id);
    const [inquiry] = await open(token);
    const before = await countFiles();
    const form = await multipart({ fields: {}, file: { bytes: picture } });
    const call = { params: { id: `${inquiry?.id}` }, token, ...form };
    const headers = { ...form.headers, 'idempotency-key': 'once-only-answer-key' };
    for (const _ of [1, 2])
      expect((await portal.call(trainee.answerInquiry, { ...call, headers })).status).toBe(200);
    expect((await answer(inquiry?.id ?? 0, { file: picture }, token)).code).toBe('renewal_inquiry_answered');
    expect(await countFiles()).toBe(before + 1);
  });

  test('keeps its file if it is unknown whether the row was written', async () => {
    const { id, token } = await asked();
    await ask(id);
    const [inquiry] = await open(token);
    const before = await countFiles();
    await portal.db.execute(sql`alter table audit_events rename to audit_events_away`);
    try {
      expect((await answer(inquiry?.id ?? 0, { file: picture }, token)).status).toBe(500);
    } finally {
      await portal.db.execute(sql`alter table audit_events_away rename to audit_events`);
    }
    expect(await countFiles()).toBe(before + 1);
  });

  test('is for the person alone, and comes too late after the decision', async () => {
    const { id, token } = await asked();
    await ask(id);
    const [inquiry] = await open(token);
    const other = await asked();
    expect((await answer(inquiry?.id ?? 0, { answer: '好' }, other.token)).status).toBe(404);
    const version = (await rowOf(id))?.version ?? 0;
    expect((await approve(id, version)).status).toBe(200);
    expect(await open(token)).toEqual([]);
    expect((await answer(inquiry?.id ?? 0, { answer: '好' }, token)).code).toBe('renewal_decided');
  });
});

test('who decides without having seen the inquiry or its answer is told; a repetition is none', async () => {
  const { id, token } = await asked();
  await ask(id);
  expect((await ask(id)).status).toBe(200);
  expect(await ofRequest(id)).toHaveLength(1);
  expect((await approve(id, 0, colleague)).code).toBe('changed_meanwhile');
  expect((await ask(id, { headers: colleague })).code).toBe('changed_meanwhile');
  const seen = (await rowOf(id))?.version ?? 0;
  expect((await ask(id, { headers: colleague, version: seen })).code).toBe('renewal_inquiry_open');
  const [inquiry] = await open(token);
  await answer(inquiry?.id ?? 0, { answer: '好' }, token);
  expect((await approve(id, seen, colleague)).code).toBe('changed_meanwhile');
  const [request] = await portal.db.select().from(renewalRequests).where(eq(renewalRequests.id, id));
  expect(request).toMatchObject({ state: 'open', askedAt: NOW });
  expect((await approve(id, (await rowOf(id))?.version ?? 0)).status).toBe(200);
  const version = await findVersion(portal.db, versionedRequest(id));
  expect((await ask(id, { version })).code).toBe('renewal_decided');
});
