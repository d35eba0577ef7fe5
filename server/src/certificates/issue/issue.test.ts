import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
} from '../../../test/factories/catalogue.ts';
import {
  buildCertificate,
  buildRenewalRequest,
  buildSuccessor,
} from '../../../test/factories/certificate.ts';
import { issueForRegistration } from '../../../test/factories/issue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { checkData } from '../../commands/check-data.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { digestContent } from '../content.ts';
import { certificateContents, certificates, renewalRequests } from '../tables.ts';
import { correctCertificate } from './correct-certificate.ts';
import { issueInClass } from './issue-in-class.ts';
import { revokeCertificate } from './revoke-certificate.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const staff: Staff = decidingStaff();
const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

const ended = { startTime: new Date('2026-11-20T01:00:00Z'), endTime: new Date('2026-11-21T09:00:00Z') };

/** Somebody who has passed a class that ended ten days ago. */
const buildPassed = async (overrides: object = {}, inClass: object = {}) => {
  const account = await buildAccount(portal.db, {
    chineseName: '林怡君',
    englishName: 'LIN, YI-CHUN',
    birthday: '1990-01-31',
  });
  const trainingClass = await buildClass(portal.db, { ...ended, state: 'completed', fee: 0, ...inClass });
  const registration = await buildRegistration(portal.db, {
    ...{ class: trainingClass, account, state: 'confirmed', result: 1 },
    ...overrides,
  });
  return { account, trainingClass, registration };
};

const issue = (registration: { id: number }, actor = staff) =>
  run((tx) => issueForRegistration(tx, { registrationId: registration.id }, { actor, now: NOW }));

const contentOf = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(certificateContents).where(eq(certificateContents.certificateId, id)));

const reload = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(certificates).where(eq(certificates.id, id)));

const lettersTo = async ({ id }: { id: number }) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, id)).orderBy(asc(mails.createdAt))).map(
    ({ template }) => template,
  );

describe('the certificate of a class', () => {
  test('freezes what the person and the class are called, and is mailed', async () => {
    const { account, trainingClass, registration } = await buildPassed();
    for (const date of ['2026-11-21', '2026-11-20'])
      await buildClassSession(portal.db, { classId: trainingClass.id, date });
    const issued = await issue(registration);
    const { content, sha256, registerNumber } = await contentOf(issued);
    expect(content).toEqual({
      number: issued.number,
      registerNumber,
      kind: '基本救命術訓練證',
      course: '基本救命術訓練',
      classCode: trainingClass.code,
      hours: 8,
      firstDay: '2026-11-20',
      lastDay: '2026-11-21',
      issuedOn: '2026-12-01',
      validUntil: '2028-11-30',
      chineseName: '林怡君',
      englishName: 'LIN, YI-CHUN',
      identity: account.idNumber,
      maskedIdentity: expect.stringContaining('*'),
      birthDate: '1990-01-31',
      photo: account.photoKey,
      organization: '臺北市分會',
      signer: null,
    });
    expect(sha256).toBe(digestContent(content));
    expect(await reload(issued)).toMatchObject({ state: 'valid', registrationId: registration.id });
    expect(await lettersTo(account)).toEqual(['certificate_issued']);
  });

  test('is issued once, also at once', async () => {
    const { registration } = await buildPassed();
    const issued = await Promise.all([issue(registration), issue(registration), issue(registration)]);
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
  });

  test.each<[string, object, object, string]>([
    ['who has no result yet', { result: undefined }, {}, 'certificate_not_passed'],
    ['who failed', { result: 2 }, {}, 'certificate_not_passed'],
    ['who has not been admitted', { state: 'pending', result: undefined }, {}, 'certificate_not_passed'],
    [
      'before the class has ended',
      {},
      { startTime: NOW, endTime: new Date('2026-12-02T09:00:00Z') },
      'certificate_before_end',
    ],
  ])('is refused to somebody %s', async (_, registration, trainingClass, code) => {
    const built = await buildPassed(registration, trainingClass);
    await expect(issue(built.registration)).rejects.toMatchObject({ code });
  });

  test('is refused without a name', async () => {
    const { account, registration } = await buildPassed();
    await portal.db.execute(
      `update accounts set chinese_name = null, english_name = null where id = ${account.id}`,
    );
    await expect(issue(registration)).rejects.toMatchObject({ code: 'certificate_name' });
  });

  test('is refused where the person holds a valid one of the kind', async () => {
    const { account, registration } = await buildPassed();
    const course = await buildCourse(portal.db);
    await buildCertificate(portal.db, { account, courseId: course.id });
    await expect(issue(registration)).rejects.toMatchObject({ code: 'certificate_live' });
  });

  test('is for staff of the branch', async () => {
    const { registration } = await buildPassed();
    const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger = decidingStaff(elsewhere.id);
    await expect(issue(registration, stranger)).rejects.toMatchObject({ code: 'registration_unknown' });
  });

  test('cannot be changed', async () => {
    const issued = await issue((await buildPassed()).registration);
    for (const change of ["set register_number = 'X'", 'set serial = serial + 1'])
      await expect(
        portal.db.execute(`update certificate_contents ${change} where certificate_id = ${issued.id}`),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('only added') } });
  });
});

test('many of a class are issued together, in the order of their registrations; a refusal is that of its person', async () => {
  const course = await buildCourse(portal.db, { code: 'MANY', chineseName: '同班訓練' });
  const trainingClass = await buildClass(portal.db, {
    ...ended,
    state: 'completed',
    fee: 0,
    courseId: course.id,
  });
  const seat = async (overrides: object = {}, person: object = {}) => {
    const account = await buildAccount(portal.db, { chineseName: '林怡君', ...person });
    const row = { class: trainingClass, account, state: 'confirmed', result: 1, ...overrides } as const;
    return { account, ...(await buildRegistration(portal.db, row)) };
  };
  const [first, failed, unprintable, holder, lapsing, last] = [
    await seat(),
    await seat({ result: 2 }),
    await seat({}, { chineseName: '王😀' }),
    await seat(),
    await seat(),
    await seat(),
  ];
  await buildCertificate(portal.db, { account: holder.account, courseId: course.id });
  const old = await buildCertificate(portal.db, {
    ...{ account: lapsing.account, courseId: course.id, issuedOn: '2020-01-01', endTime: '2021-12-31' },
  });
  const asked = { classId: trainingClass.id };
  const elsewhere = (await buildPassed()).registration;
  const ids = [last, lapsing, holder, unprintable, failed, first, elsewhere].map(({ id }) => id);
  const issueAll = () =>
    run((tx) => issueInClass(tx, { ...asked, registrationIds: ids }, { actor: staff, now: NOW }));
  const outcomes = await issueAll();
  const codeOf = ({ id }: { id: number }) => {
    const outcome = outcomes.get(id);
    return outcome instanceof Refusal ? outcome.code : outcome && 'issued';
  };
  expect([first, failed, unprintable, holder, lapsing, last, elsewhere].map(codeOf)).toEqual([
    ...['issued', 'certificate_not_passed', 'certificate_glyphs', 'certificate_live', 'issued', 'issued'],
    undefined,
  ]);
  expect(await reload(old)).toMatchObject({ state: 'lapsed' });
  const serials = await portal.db
    .select({ registrationId: certificates.registrationId, serial: certificateContents.serial })
    .from(certificates)
    .innerJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(inArray(certificates.registrationId, ids))
    .orderBy(asc(certificateContents.serial));
  expect(serials.map(({ registrationId }) => registrationId)).toEqual([first.id, lapsing.id, last.id]);
  expect(serials.map(({ serial }) => serial - (serials[0]?.serial ?? 0))).toEqual([0, 1, 2]);
  for (const { account } of [first, lapsing, last])
    expect(await lettersTo(account)).toEqual(['certificate_issued']);
  const again = await issueAll();
  expect(again.get(first.id)).toEqual(outcomes.get(first.id));
  expect(again.get(last.id)).toEqual(outcomes.get(last.id));
});

test('nobody of a class that has not ended gets one', async () => {
  const open = { startTime: NOW, endTime: new Date('2026-12-02T09:00:00Z') };
  const { registration, trainingClass } = await buildPassed({}, open);
  const asked = { classId: trainingClass.id, registrationIds: [registration.id] };
  const outcomes = await run((tx) => issueInClass(tx, asked, { actor: staff, now: NOW }));
  expect([...outcomes]).toEqual([[registration.id, new Refusal('certificate_before_end')]]);
});

test('a refused certificate leaves no gap in the register numbers of its branch, kind and year', async () => {
  const course = await buildCourse(portal.db, { code: 'GAP', chineseName: '連號訓練' });
  const people = [];
  for (const result of [1, 2, 1, 1] as const)
    people.push((await buildPassed({ result }, { courseId: course.id })).registration);
  const issued = await Promise.allSettled(people.map((registration) => issue(registration)));
  expect(issued.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  const numbers = await portal.db
    .select({ registerNumber: certificateContents.registerNumber })
    .from(certificateContents)
    .where(and(eq(certificateContents.kindId, course.certificateKindId)))
    .orderBy(asc(certificateContents.serial));
  expect(numbers.map(({ registerNumber }) => registerNumber)).toEqual(
    [1, 2, 3].map((serial) => `臺北市分會連號訓練證字第115000${serial}號`),
  );
});

const requestsOf = (...requests: readonly { id: number }[]) =>
  portal.db
    .select()
    .from(renewalRequests)
    .where(
      inArray(
        renewalRequests.id,
        requests.map(({ id }) => id),
      ),
    )
    .orderBy(asc(renewalRequests.id));

describe('correcting', () => {
  const correct = (certificate: { id: number }, input: object = {}, actor = staff) =>
    run((tx) =>
      correctCertificate(
        tx,
        { certificateId: certificate.id, reason: '姓名誤植', person: {}, training: {}, ...input },
        { actor, now: NOW },
      ),
    );

  test('issues a new one with the same days, which names the old one, and tells the holder', async () => {
    const { account, registration } = await buildPassed();
    const old = await issue(registration);
    const next = await correct(old, { person: { chineseName: '林宜君' }, training: { hours: 16 } });
    expect(await reload(old)).toMatchObject({
      ...{ state: 'corrected', replacedById: next.id, endReason: '姓名誤植', endedBy: 'staff:1' },
    });
    const [before, after] = [await contentOf(old), await contentOf(next)];
    expect(before.content).toMatchObject({ chineseName: '林怡君', hours: 8 });
    expect(after.content).toEqual({
      ...before.content,
      ...{ number: next.number, registerNumber: after.registerNumber, chineseName: '林宜君', hours: 16 },
    });
    expect(after.serial).toBeGreaterThan(before.serial);
    expect(await lettersTo(account)).toEqual(['certificate_issued', 'certificate_corrected']);
    expect(await correct(old)).toEqual(next);
  });

  test('takes the present name of the account where none is given', async () => {
    const { account, registration } = await buildPassed();
    const old = await issue(registration);
    await portal.db.execute(`update accounts set chinese_name = '林新名' where id = ${account.id}`);
    expect((await contentOf(await correct(old))).content).toMatchObject({ chineseName: '林新名' });
  });

  test.each([
    ['given', { person: { chineseName: '王😀' } }, '林怡君'],
    ['of the account', {}, '王😀'],
  ])('is refused if no font can print the name %s', async (_, input, chineseName) => {
    const { account, registration } = await buildPassed();
    const old = await issue(registration);
    await portal.db.execute(`update accounts set chinese_name = '${chineseName}' where id = ${account.id}`);
    await expect(correct(old, input)).rejects.toMatchObject({ code: 'certificate_glyphs' });
    expect(await reload(old)).toMatchObject({ state: 'valid' });
  });

  test('is refused for a renewed certificate', async () => {
    const former = await buildCertificate(portal.db, { account: await buildAccount(portal.db) });
    await buildRenewalRequest(portal.db, { certificate: former, state: 'approved' });
    await buildSuccessor(portal.db, former, { endTime: '2030-02-28' });
    await expect(correct(former)).rejects.toMatchObject({ code: 'certificate_replaced' });
  });

  test('hands only the open request for its renewal to the new one', async () => {
    const [own, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
    const certificate = await buildCertificate(portal.db, { account: own });
    const former = await buildRenewalRequest(portal.db, { certificate, state: 'rejected' });
    const request = await buildRenewalRequest(portal.db, { certificate });
    const foreign = await buildRenewalRequest(portal.db, {
      certificate: await buildCertificate(portal.db, { account: other }),
    });
    const next = await correct(certificate);
    expect(await requestsOf(former, request, foreign)).toMatchObject([
      { certificateId: certificate.id, state: 'rejected' },
      { certificateId: next.id, state: 'open' },
      { certificateId: foreign.certificateId, state: 'open' },
    ]);
  });
});

describe('revoking', () => {
  const revoke = (certificate: { id: number }, actor = staff, reason = '資格不符') =>
    run((tx) => revokeCertificate(tx, { certificateId: certificate.id, reason }, { actor, now: NOW }));

  test('ends it with the reason, rejects its open request and tells the holder; a repeat keeps the first reason', async () => {
    const account = await buildAccount(portal.db);
    const certificate = await buildCertificate(portal.db, { account });
    const former = await buildRenewalRequest(portal.db, { certificate, state: 'rejected' });
    const request = await buildRenewalRequest(portal.db, { certificate });
    await revoke(certificate);
    await revoke(certificate, staff, '另一原因');
    expect(await reload(certificate)).toMatchObject({
      state: 'revoked',
      endReason: '資格不符',
      endedAt: NOW,
    });
    expect(await requestsOf(former, request)).toMatchObject([
      { state: 'rejected', backendNote: former.backendNote },
      { state: 'rejected', backendNote: '資格不符' },
    ]);
    expect(await lettersTo(account)).toEqual(['certificate_revoked']);
  });

  test('lets the class issue another one', async () => {
    const { registration } = await buildPassed();
    const first = await issue(registration);
    await revoke(first);
    expect((await issue(registration)).id).not.toBe(first.id);
  });

  test('is for staff of the branch', async () => {
    const certificate = await buildCertificate(portal.db, { account: await buildAccount(portal.db) });
    const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger = decidingStaff(elsewhere.id);
    await expect(revoke(certificate, stranger)).rejects.toMatchObject({ code: 'certificate_unknown' });
  });
});

test('no ended certificate is corrected or revoked, but a corrected one again', async () => {
  const { registration } = await buildPassed();
  const first = await issue(registration);
  await run((tx) =>
    revokeCertificate(tx, { certificateId: first.id, reason: '資格不符' }, { actor: staff, now: NOW }),
  );
  await expect(
    run((tx) =>
      correctCertificate(
        tx,
        { certificateId: first.id, reason: '姓名誤植', person: {}, training: {} },
        { actor: staff, now: NOW },
      ),
    ),
  ).rejects.toMatchObject({ code: 'certificate_revoked' });
});

test('the data are right afterwards', async () => {
  expect(await checkData(portal.db)).toEqual([]);
});
