import { createHash } from 'node:crypto';
import { certificateAddress, certificatePaper, verifyCertificate } from '@portal/contract/certificates';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { buildApp } from '../../app.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { sweepFiles } from '../../timers/sweep-files.ts';
import { issueCertificate } from '../issue/issue-certificate.ts';
import { revokeCertificate } from '../issue/revoke-certificate.ts';
import { certificatePapers } from '../tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };

const issue = async (overrides: object = {}) => {
  const account = await buildAccount(portal.db, {
    chineseName: '林怡君',
    englishName: 'LIN, YI-CHUN',
    ...overrides,
  });
  const organizationId = (await buildOrganization(portal.db)).id;
  const courseId = (await buildCourse(portal.db)).id;
  const wanted = { accountId: account.id, organizationId, courseId, issuedOn: '2026-12-01', hours: 8 };
  const issued = await inTransaction(portal.db, (tx) => issueCertificate(tx, wanted, context));
  return { account, issued, token: await logIn(portal.db, account) };
};

const download = (code: string, token: string, { app = portal.app, format = 'a4' } = {}) =>
  app.inject({
    url: certificatePaper.path.replace(':code', code).replace(':format', format),
    headers: { authorization: `Bearer ${token}` },
  });

test('the holder gets the same PDF each time, whose digest a stranger compares', async () => {
  const { issued, token } = await issue();
  const [first, second] = await Promise.all([download(issued.number, token), download(issued.number, token)]);
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`${issued.number}.pdf`),
  });
  expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  const sha256 = createHash('sha256').update(first.rawPayload).digest('hex');
  const { answer } = await portal.call(verifyCertificate, { params: { code: issued.number } });
  expect(answer.papers).toEqual([sha256]);
});

test('a revoked one can still be downloaded, as a card too', async () => {
  const { issued, token } = await issue();
  await inTransaction(portal.db, (tx) =>
    revokeCertificate(tx, { certificateId: issued.id, reason: '資格不符' }, context),
  );
  expect((await download(issued.number, token, { format: 'card' })).statusCode).toBe(200);
});

test('the photo of the day of issue stays, also after the person has another', async () => {
  const { files } = portal.services;
  const photoKey = 'photos/of-the-day';
  const picture = await sharp({ create: { width: 295, height: 413, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  await files.put(photoKey, picture);
  const { account, issued, token } = await issue({ photoKey });
  await files.put('photos/later', picture);
  await portal.db.execute(`update accounts set photo_key = 'photos/later' where id = ${account.id}`);
  const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
  for (const count of [0, 3]) await sweepFiles(portal.services, days(count));
  expect(await files.read(photoKey)).not.toBeNull();
  expect((await download(issued.number, token)).statusCode).toBe(200);
});

test('a lost file is made again', async () => {
  const { issued, token } = await issue();
  await download(issued.number, token);
  const [stored] = await portal.db
    .select()
    .from(certificatePapers)
    .where(eq(certificatePapers.certificateId, issued.id));
  await portal.services.files.remove(stored?.fileKey ?? '');
  const again = await download(issued.number, token);
  expect((await download(issued.number, token)).rawPayload.equals(again.rawPayload)).toBe(true);
  const sha256 = createHash('sha256').update(again.rawPayload).digest('hex');
  const { answer } = await portal.call(verifyCertificate, { params: { code: issued.number } });
  expect(answer.papers).toEqual([sha256]);
});

test('on a full disk a paper is served if it was stored, and refused as unavailable if not', async () => {
  const { issued, token } = await issue();
  const { rawPayload } = await download(issued.number, token);
  const { services } = portal;
  const put = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const app = await buildApp({ ...services, files: { ...services.files, put } });
  const stored = await download(issued.number, token, { app });
  expect([stored.statusCode, stored.rawPayload.equals(rawPayload)]).toEqual([200, true]);

  const refused = await download(issued.number, token, { app, format: 'card' });
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    503,
    '60',
    'unavailable',
  ]);
  const kept = portal.db.$count(certificatePapers, eq(certificatePapers.certificateId, issued.id));
  expect(await kept).toBe(1);
  await app.close();
  // There is space again.
  expect((await download(issued.number, token, { format: 'card' })).statusCode).toBe(200);
});

test.each([
  ['Chinese', { chineseName: '王😀' }],
  ['English', { englishName: 'LIN 😀' }],
])('a %s name with a character that no font has is not issued, and the refusal names it', async (_, name) => {
  await expect(issue(name)).rejects.toMatchObject({
    code: 'certificate_glyphs',
    details: { values: { characters: '😀', codes: 'U+1F600' } },
  });
});

test('the address is that of the QR code', async () => {
  const { issued, token } = await issue();
  const { answer } = await portal.call(certificateAddress, { params: { code: issued.number }, token });
  expect(answer.url).toMatch(new RegExp(`^http://[^/]+/v/${issued.number}#[\\w-]{100,}$`));
  expect(answer.formats).toEqual(['a4', 'card']);
});

test.each(['a5', '..', ''])('the format %j is none', async (format) => {
  const { issued, token } = await issue();
  expect([404, 422]).toContain((await download(issued.number, token, { format })).statusCode);
});
