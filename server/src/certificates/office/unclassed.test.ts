import { createHash } from 'node:crypto';
import * as contract from '@portal/contract/office/certificate-register';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { exportOwnData } from '../../privacy/export-own-data.ts';
import { sweepFiles } from '../../timers/sweep-files.ts';
import { certificateProofs, certificates } from '../tables.ts';

/* Certificates without a class, through the calls. Today is 2026-12-01. */

let portal: TestPortal;
let organizationId: number;
let elsewhereId: number;
let courseId: number;
let scan: Uint8Array;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ id: organizationId } = await buildOrganization(portal.db));
  ({ id: elsewhereId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' }));
  ({ id: courseId } = await buildCourse(portal.db));
  scan = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => portal.close());

const officer = () => enterAs(portal.db, grant('officer', organizationId));
type Caller = Awaited<ReturnType<typeof officer>>;

interface IssueInput {
  readonly fields?: Record<string, string>;
  readonly file?: Uint8Array;
  readonly key?: string;
}

const issue = async (
  { headers }: Caller,
  accountId: number,
  { fields = {}, file = scan, key }: IssueInput = {},
) => {
  const place = { accountId: `${accountId}`, organizationId: `${organizationId}`, courseId: `${courseId}` };
  const form = await multipart({
    fields: { ...place, issuedOn: '2024-03-05', reason: '自舊系統轉入，紙本證書經核對。', ...fields },
    file: { bytes: file, name: '舊證書.jpg' },
  });
  const answer = await portal.app.inject({
    method: 'POST',
    url: contract.issueWithoutClass.path,
    headers: { ...headers, ...form.headers, ...(key && { 'idempotency-key': key }) },
    payload: form.body,
  });
  return { status: answer.statusCode, ...answer.json() };
};

const person = (overrides: object = {}) =>
  buildAccount(portal.db, { chineseName: '林怡君', organizationId, ...overrides });

const proofOf = async (id: number) =>
  (await portal.db.select().from(certificateProofs).where(eq(certificateProofs.certificateId, id)))[0];

const lettersTo = async (accountId: number) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, accountId))).map(({ data }) => data);

test('says on what it rests, keeps the file, and tells the holder', async () => {
  const caller = await officer();
  const { id: accountId } = await person({ email: 'lin@example.com' });
  const training = { hours: '16', firstDay: '2024-03-02', lastDay: '2024-03-03' };
  const issued = await issue(caller, accountId, { fields: training });
  expect(issued).toMatchObject({
    ...{ status: 200, name: '林怡君', classCode: null, registrationId: null, hours: 16 },
    ...{ issuedOn: '2024-03-05', endTime: '2026-03-04', firstDay: '2024-03-02', lastDay: '2024-03-03' },
    ...{ state: 'expired', registerNumber: expect.stringContaining('字第1130001號') },
    proof: { reason: '自舊系統轉入，紙本證書經核對。', kind: 'jpeg', canOpen: true },
  });
  expect(await lettersTo(accountId)).toMatchObject([
    { number: issued.number, certificate: '基本救命術訓練證', end: '2026-03-04（三）' },
  ]);

  const url = contract.certificateProof.path.replace(':id', issued.id);
  const opened = await portal.app.inject({ url, headers: caller.headers });
  expect(opened.headers['content-type']).toBe('image/jpeg');
  const proof = await proofOf(issued.id);
  expect(createHash('sha256').update(opened.rawPayload).digest('hex')).toBe(proof?.sha256);
  const { answer: history } = await portal.call(contract.certificateHistory, {
    ...caller,
    params: { id: `${issued.id}` },
  });
  expect(history.map(({ action }) => action)).toEqual(['certificate.proof_view', 'certificate.issue']);
  const stranger = await enterAs(portal.db, grant('officer', elsewhereId));
  expect((await portal.app.inject({ url, headers: stranger.headers })).statusCode).toBe(404);

  for (const days of [0, 3]) await sweepFiles(portal.services, new Date(NOW.getTime() + days * 86_400_000));
  expect(await portal.services.files.read(proof?.fileKey ?? '')).not.toBeNull();
  const copy = await exportOwnData(portal.services, accountId, NOW);
  expect(copy.includes(`certificates/${issued.number}.jpg`)).toBe(true);
});

test('a last day that the form names is also that of the mail', async () => {
  const { id } = await person();
  const issued = await issue(await officer(), id, { fields: { endTime: '2025-12-31' } });
  expect(issued).toMatchObject({ status: 200, endTime: '2025-12-31' });
  expect(await lettersTo(id)).toMatchObject([{ end: '2025-12-31（三）' }]);
});

test('each proof is that of its own certificate; there is none of a certificate of a class', async () => {
  const caller = await officer();
  const open = (id: number) =>
    portal.app.inject({
      url: contract.certificateProof.path.replace(':id', `${id}`),
      headers: caller.headers,
    });
  const proofs = [];
  for (const name of ['一號證書', '二號證書']) {
    const { id, number } = await issue(caller, (await person({ chineseName: name })).id);
    proofs.push({ number, disposition: (await open(id)).headers['content-disposition'] });
  }
  for (const { number, disposition } of proofs) expect(disposition).toContain(number);
  const certificate = await buildCertificate(portal.db, { account: await person() });
  for (const id of [certificate.id, 999_999]) expect((await open(id)).statusCode).toBe(404);
});

test('a certificate of a class of the same day is not taken for the one that is asked for', async () => {
  const account = await person();
  const attended = await buildClass(portal.db, {
    state: 'completed',
    startTime: new Date('2026-11-01T01:00:00Z'),
  });
  const row = { class: attended, account, state: 'confirmed', result: 1 } as const;
  const { id: registrationId } = await buildRegistration(portal.db, row);
  const held = { account, courseId, registrationId, issuedOn: '2026-11-02', endTime: '2028-11-01' };
  const { id } = await buildCertificate(portal.db, held);
  const refused = await issue(await officer(), account.id, { fields: { issuedOn: '2026-11-02' } });
  expect([refused.status, refused.code]).toEqual([422, 'certificate_live']);
  expect(await proofOf(id)).toBeUndefined();
});

test('a repeated call issues one, and another one of the same day is refused', async () => {
  const caller = await officer();
  const { id: accountId } = await person();
  const valid = { fields: { issuedOn: '2026-11-02' } };
  const [first, again] = [
    await issue(caller, accountId, { ...valid, key: 'same' }),
    await issue(caller, accountId, { ...valid, key: 'same' }),
  ];
  expect([first.status, again.status, again.id]).toEqual([200, 200, first.id]);
  const other = await issue(caller, accountId, valid);
  expect([other.status, other.code]).toEqual([422, 'certificate_live']);
  const simultaneous = await person();
  const answers = await Promise.all([1, 2, 3].map(() => issue(caller, simultaneous.id, valid)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  expect(await portal.db.$count(certificates, eq(certificates.accountId, simultaneous.id))).toBe(1);
  const left: string[] = [];
  for await (const keys of portal.services.files.list('documents')) left.push(...keys);
  expect(left).toHaveLength(await portal.db.$count(certificateProofs));
});

test('after a revocation another one of the same day may be issued', async () => {
  const caller = await officer();
  const { id: accountId } = await person();
  const valid = { fields: { issuedOn: '2026-11-02' } };
  const first = await issue(caller, accountId, valid);
  const revoked = await portal.call(contract.revokeCertificate, {
    ...{ ...caller, params: { id: `${first.id}` } },
    body: { reason: '誤發', version: 0 },
  });
  expect(revoked.status).toBe(200);
  const again = await issue(caller, accountId, valid);
  expect([again.status, again.state, again.id === first.id]).toEqual([200, 'valid', false]);
});

test('a person of another branch must have been identified a short time ago', async () => {
  const caller = await officer();
  const { id } = await person({ organizationId: elsewhereId });
  expect(await issue(caller, id)).toMatchObject({ status: 422, code: 'person_unknown' });
  const actor = asStaff(caller.staff, []);
  const event = { actor, action: 'person.identify', subject: 'account', subjectId: id } as const;
  await inTransaction(portal.db, (tx) => recordEvent(tx, event, NOW));
  expect((await issue(caller, id)).status).toBe(200);
});

test.each<[about: string, wish: IssueInput, expected: object]>([
  ['a day to come', { fields: { issuedOn: '2026-12-02' } }, { code: 'certificate_dates' }],
  [
    'an end before the issue',
    { fields: { endTime: '2024-03-04' } },
    { errors: { endTime: [expect.any(String)] } },
  ],
  [
    'half of the training days',
    { fields: { firstDay: '2024-03-01' } },
    { errors: { lastDay: [expect.any(String)] } },
  ],
  ['an unknown course', { fields: { courseId: '999999' } }, { code: 'certificate_kind' }],
  ['hours that are no number', { fields: { hours: '16h' } }, { errors: { hours: ['時數不正確'] } }],
  ['no reason', { fields: { reason: ' ' } }, { errors: { reason: [expect.any(String)] } }],
  ['no person', { fields: { accountId: '' } }, { errors: { accountId: ['請選擇學員'] } }],
  ['an empty file', { file: Buffer.alloc(0) }, { code: 'document_missing' }],
  ['a file of another kind', { file: Buffer.from('<svg/>') }, { code: 'document_kind' }],
])('%s is refused, and nothing is kept', async (_, wish, expected) => {
  const { id } = await person();
  expect(await issue(await officer(), id, wish)).toMatchObject({ status: 422, ...expected });
  expect(await portal.db.$count(certificates, eq(certificates.accountId, id))).toBe(0);
});

test('another branch, or one that does not exist, is refused', async () => {
  const { id } = await person();
  const headquarters = await enterAs(portal.db, grant('officer'));
  for (const [caller, other] of [
    [await officer(), elsewhereId],
    [headquarters, 999_999],
  ] as const) {
    const refused = await issue(caller, id, { fields: { organizationId: `${other}` } });
    expect(refused).toMatchObject({ status: 422, code: 'certificate_kind' });
  }
});
