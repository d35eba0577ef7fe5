import { type CertificateKey, readToken, verifyToken } from '@portal/contract/certificate-token';
import { verifyCertificate } from '@portal/contract/certificates';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { tidyUp } from '../../timers/housekeeping.ts';
import { correctCertificate } from '../issue/correct-certificate.ts';
import { issueCertificate } from '../issue/issue-certificate.ts';
import { revokeCertificate } from '../issue/revoke-certificate.ts';
import { approveRenewal } from '../renewal/approve-renewal.ts';
import { certificateContents, certificatePapers, certificates, verificationMisses } from '../tables.ts';
import { MAX_MISSES } from './find-verified.ts';
import { findSigningKey, publishedKeys, rotateKey, signEs256 } from './keys.ts';
import { makeStatusList } from './status-list.ts';
import { verificationAddress } from './verification-address.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.clock.now = NOW;
});

const staff = decidingStaff();
const context = { actor: staff, now: NOW };
const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

const issue = async (overrides: object = {}) => {
  const account = await buildAccount(portal.db, { chineseName: '林怡君' });
  const course = await buildCourse(portal.db, {
    code: 'FAI',
    chineseName: '急救教練訓練',
    type: 'coach',
    years: 3,
  });
  const organizationId = (await buildOrganization(portal.db)).id;
  const wanted = {
    accountId: account.id,
    organizationId,
    courseId: course.id,
    issuedOn: '2026-11-01',
    ...overrides,
  };
  return run((tx) => issueCertificate(tx, { ...wanted, hours: 24 }, context));
};

const check = async (code: string) => portal.call(verifyCertificate, { params: { code } });

const frozen = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(certificateContents).where(eq(certificateContents.certificateId, id)));

const correct = (certificateId: number) =>
  run((tx) =>
    correctCertificate(
      tx,
      { certificateId, reason: '姓名誤植', person: { chineseName: '林宜君' }, training: {} },
      context,
    ),
  );

describe('by its number', () => {
  test('a valid certificate shows its content with the name masked', async () => {
    const issued = await issue();
    await portal.db.insert(certificatePapers).values({
      ...{
        certificateId: issued.id,
        format: 'a4',
        fileKey: 'certificates/one',
        sha256: 'a'.repeat(64),
        createdAt: NOW,
      },
    });
    expect((await check(issued.number)).answer).toEqual({
      register_number: (await frozen(issued)).registerNumber,
      name: '林○君',
      imported: false,
      kind: '急救教練訓練證',
      course: '急救教練訓練',
      hours: 24,
      first_day: null,
      last_day: null,
      organization: '臺北市分會',
      issued_on: '2026-11-01',
      valid_until: '2029-10-31',
      state: 'valid',
      since: null,
      successor: null,
      papers: ['a'.repeat(64)],
    });
  });

  test.each<[string, (issued: { id: number; number: string }) => Promise<object>]>([
    [
      'one that expired',
      async () => {
        portal.clock.now = new Date('2029-10-31T16:00:00Z');
        return { state: 'expired', since: '2029-11-01', successor: null };
      },
    ],
    [
      'one on its last day',
      async () => {
        portal.clock.now = new Date('2029-10-31T15:59:59Z');
        return { state: 'valid', since: null };
      },
    ],
    [
      'one that expired before it lapsed',
      async ({ id }) => {
        const endedAt = new Date('2030-01-15T02:00:00Z');
        portal.clock.now = endedAt;
        const isIt = eq(certificates.id, id);
        await portal.db.update(certificates).set({ state: 'lapsed', endedAt }).where(isIt);
        return { state: 'expired', since: '2029-11-01' };
      },
    ],
    [
      'one that was revoked',
      async ({ id }) => {
        await run((tx) => revokeCertificate(tx, { certificateId: id, reason: '資格不符' }, context));
        return { state: 'revoked', since: '2026-12-01', successor: null };
      },
    ],
    [
      'one that was corrected',
      async ({ id }) => ({ state: 'corrected', since: '2026-12-01', successor: (await correct(id)).number }),
    ],
  ])('%s says so', async (_, change) => {
    const issued = await issue();
    const expected = await change(issued);
    expect((await check(issued.number)).answer).toMatchObject(expected);
  });

  test('one that is being renewed says so, and then names its successor', async () => {
    const issued = await issue({ issuedOn: '2024-01-01', endTime: '2027-02-28' });
    const request = await buildRenewalRequest(portal.db, {
      certificate: { id: issued.id, endTime: '2027-02-28' },
    });
    expect((await check(issued.number)).answer).toMatchObject({ state: 'asked', since: null });
    await run((tx) => approveRenewal(tx, { requestId: request.id }, context));
    const { answer } = await check(issued.number);
    expect(answer).toMatchObject({ state: 'renewed', since: '2026-12-01' });
    expect((await check(answer.successor ?? '')).answer).toMatchObject({
      ...{ state: 'valid', valid_until: '2030-02-28' },
      // The training is that of the first certificate.
      hours: 24,
    });
  });

  test.each(['FAI-2026-0000000000', '../../etc', '%00', '林怡君', "' or 1=1 --"])(
    'the number %s, which no certificate has, is not found',
    async (code) => {
      const { status, refusal } = await check(code);
      expect([status, refusal.message]).toEqual([404, '查無此證照，請確認證照編號']);
    },
  );
});

test('a network that misses too often must wait, also for numbers that exist', async () => {
  const { number } = await issue();
  await portal.db.delete(verificationMisses);
  for (let n = 0; n < MAX_MISSES; n += 1) expect((await check(`FAI-2026-${n}`)).status).toBe(404);
  const refused = await check('FAI-2026-0');
  expect([refused.status, refused.refusal.message]).toEqual([
    429,
    '此網路查無的證照編號過多，請於 15 分鐘後再試',
  ]);
  expect(refused.headers['retry-after']).toBe('900');
  portal.clock.now = new Date(NOW.getTime() + 15 * 60_000 - 1);
  expect((await check(number)).status).toBe(429);
  portal.clock.now = new Date(NOW.getTime() + 15 * 60_000);
  expect((await check(number)).status).toBe(200);
  await tidyUp(portal.services);
  expect(await portal.db.$count(verificationMisses)).toBe(MAX_MISSES);
  portal.clock.now = new Date(NOW.getTime() + 15 * 60_000 + 1);
  await tidyUp(portal.services);
  expect(await portal.db.$count(verificationMisses)).toBe(0);
});

describe('the address in the QR code', () => {
  const addressOf = async (issued: { id: number }) =>
    new URL(
      verificationAddress(await frozen(issued), await findSigningKey(portal.db), 'https://portal.example'),
    );

  test('holds the signed content, which the published keys verify', async () => {
    const issued = await issue();
    const address = await addressOf(issued);
    expect(address.pathname).toBe(`/v/${issued.number}`);
    const served = await portal.app.inject('/.well-known/certificate-keys.json');
    const { keys } = served.json<{ keys: CertificateKey[] }>();
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect(await verifyToken(issued.number, address.hash.slice(1), keys)).toEqual({
      name: '林怡君',
      kind: '急救教練訓練證',
      organization: '臺北市分會',
      issuedOn: '2026-11-01',
      validUntil: '2029-10-31',
      statusIndex: (await frozen(issued)).statusIndex,
    });
  });

  test('holds the English name of somebody who has no Chinese one', async () => {
    const content = { ...(await frozen(await issue())).content, chineseName: null, englishName: 'ANNA LEE' };
    const key = await findSigningKey(portal.db);
    const address = verificationAddress({ content, statusIndex: 7 }, key, 'https://portal.example');
    const keys = await publishedKeys(portal.db);
    expect(await verifyToken(content.number, new URL(address).hash.slice(1), keys)).toMatchObject({
      name: 'ANNA LEE',
    });
  });

  test('is verified after a rotation too, and new ones are signed with the new key', async () => {
    const issued = await issue();
    const before = await addressOf(issued);
    const kid = await run((tx) => rotateKey(tx, new Date(NOW.getTime() + 1_000_000_000_000)));
    const keys = await publishedKeys(portal.db);
    expect(await verifyToken(issued.number, before.hash.slice(1), keys)).not.toBeNull();
    const after = await addressOf(issued);
    expect(readToken(after.hash.slice(1))?.kid).toBe(kid);
    expect(await verifyToken(issued.number, after.hash.slice(1), keys)).not.toBeNull();
  });
});

test('the status list marks those that ended before their date, is signed and small', async () => {
  const [valid, revoked, corrected] = [await issue(), await issue(), await issue()];
  await run((tx) => revokeCertificate(tx, { certificateId: revoked.id, reason: '資格不符' }, context));
  const next = await correct(corrected.id);
  const list = await makeStatusList(portal.db, NOW);
  const bytes = Buffer.from(list.bits, 'base64url');
  const marked = await Promise.all(
    [valid, revoked, corrected, next].map(async (issued) => {
      const { statusIndex } = await frozen(issued);
      return ((bytes[statusIndex >> 3] ?? 0) >> (7 - (statusIndex & 7))) & 1;
    }),
  );
  expect(marked).toEqual([0, 1, 1, 0]);
  const key = await findSigningKey(portal.db);
  expect(key.kid).toBe(list.kid);
  expect(signEs256(key, Buffer.from(`${list.issuedAt}\n${list.bits}`))).toHaveLength(64);
  const served = await portal.app.inject({
    url: '/.well-known/certificate-status.json',
    headers: { 'accept-encoding': 'br' },
  });
  expect(served.rawPayload.length).toBeLessThan(20_000);
});
