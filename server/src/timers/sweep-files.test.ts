import { rm } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildAttachment, buildClass } from '../../test/factories/catalogue.ts';
import { buildCertificate, buildInquiry, buildRenewalRequest } from '../../test/factories/certificate.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildJob } from '../../test/factories/job.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, buildStaff, grant } from '../../test/factories/staff.ts';
import { openBucket } from '../../test/s3.ts';
import { accounts } from '../accounts/tables.ts';
import { logoFile, logoFiles } from '../branding/logo-path.ts';
import { logos } from '../branding/tables.ts';
import { certificateProofs } from '../certificates/tables.ts';
import { checkFiles } from '../commands/check-files.ts';
import { pictureFile } from '../content/save-picture.ts';
import { pictures } from '../content/tables.ts';
import { jobs } from '../jobs/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { openFiles } from '../platform/files/files.ts';
import { UNUSED_RETENTION_MS } from '../platform/files/unused-files.ts';
import type { Services } from '../platform/services.ts';
import { unusedFiles } from '../platform/tables.ts';
import { sweepFiles } from './sweep-files.ts';

const HOUR = 3_600_000;
const BYTES = Buffer.from('JPEG');
const PICTURE = 'picture-that-is-kept-1200';
const LOGO = 'logo_of-the-site-90123';
const USED = [
  'photos/used',
  'attachments/used',
  'documents/used',
  'documents/proof',
  'documents/answer',
  'jobs/used',
  pictureFile(PICTURE),
  pictureFile(PICTURE, 400),
  pictureFile(PICTURE, 800),
  ...logoFiles(LOGO),
];
const LEFT = [
  'photos/left',
  'photos/used.0123456789ab.part',
  'attachments/left',
  'documents/left',
  'jobs/left',
  'pictures/left.webp',
  logoFile('another-logo-5678901', '96'),
];

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  const trainingClass = await buildClass(db);
  await buildAttachment(db, { classId: trainingClass.id, fileKey: 'attachments/used' });
  const registration = await buildRegistration(db, { class: trainingClass, account: await buildAccount(db) });
  await buildDocument(portal.services, { registration, fileKey: 'documents/used' });
  const file = { kind: 'jpeg', size: BYTES.length, sha256: 'a'.repeat(64) } as const;
  const certificate = await buildCertificate(db, { account: await buildAccount(db) });
  await db.insert(certificateProofs).values({
    ...{ certificateId: certificate.id, reason: '採認', addedBy: 'staff:1', addedAt: NOW },
    ...{ ...file, fileKey: 'documents/proof' },
  });
  const request = await buildRenewalRequest(db, { certificate });
  await buildInquiry(db, { request, answeredAt: NOW, ...file, fileKey: 'documents/answer' });
  const staff = await buildStaff(db);
  await buildJob(db, asStaff(staff, [grant('officer')]));
  await db.update(jobs).set({ fileKey: 'jobs/used', fileName: '證照.pdf', fileType: 'application/pdf' });
  await db.insert(logos).values({ key: LOGO, createdAt: NOW });
  await db.insert(pictures).values({ key: PICTURE, width: 1200, height: 600, createdAt: NOW });
});
afterAll(() => portal.close());

beforeEach(async () => {
  await portal.db.delete(unusedFiles);
  await portal.db.update(accounts).set({ photoKey: null });
  await buildAccount(portal.db, { photoKey: 'photos/used' });
  await rm(path.join(portal.services.config.dataDir, 'files'), { recursive: true, force: true });
});

const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const keysOf = async ({ files }: Pick<Services, 'files'>) => {
  const found: string[] = [];
  for (const folder of ['photos', 'attachments', 'pictures', 'documents', 'jobs', 'logos', 'others']) {
    for await (const keys of files.list(folder)) found.push(...keys);
  }
  return found.sort();
};
const fill = async ({ files }: Pick<Services, 'files'>, keys: readonly string[]) => {
  for (const key of keys) await files.put(key, BYTES);
};

describe.each([
  ['on disk', async () => ({ services: portal.services, close: async () => {} })],
  [
    'in a bucket',
    async () => {
      const bucket = await openBucket();
      const files = openFiles({ dataDir: '', filesUrl: bucket.url });
      return { services: { ...portal.services, files }, close: bucket.close };
    },
  ],
])('the sweep of files %s', (_, openStorage) => {
  test('removes files that were unused for two days, never sooner, and no others', async () => {
    const { services, close } = await openStorage();
    await fill(services, [...USED, ...LEFT, 'others/left']);
    const everything = [...USED, ...LEFT, 'others/left'].sort();
    for (const hours of [0, 1, 47.9]) {
      await sweepFiles(services, after(hours));
      expect(await keysOf(services)).toEqual(everything);
    }
    await Promise.all([1, 2, 3].map(() => sweepFiles(services, after(48.1))));
    expect(await keysOf(services)).toEqual([...USED, 'others/left'].sort());
    // One server may have listed what another then removed.
    await sweepFiles(services, after(97));
    expect(await portal.db.select().from(unusedFiles)).toEqual([]);
    await close();
  });
});

test('keeps a file whose row came after the first sweep', async () => {
  const { db, services } = portal;
  await fill(services, USED);
  const late = await buildAccount(db);
  await inTransaction(db, async (tx) => {
    await tx.update(accounts).set({ photoKey: 'photos/late' }).where(eq(accounts.id, late.id));
    await fill(services, ['photos/late']);
    await sweepFiles(services, after(0));
  });
  expect(await db.select({ key: unusedFiles.key }).from(unusedFiles)).toEqual([{ key: 'photos/late' }]);
  await sweepFiles(services, after(49));
  expect(await services.files.read('photos/late')).not.toBeNull();
});

test('counts from the last use, not from the day the file was written', async () => {
  const { db, services } = portal;
  await fill(services, [...USED, 'photos/again']);
  await sweepFiles(services, after(0));
  const again = await buildAccount(db, { photoKey: 'photos/again' });
  await sweepFiles(services, after(47));
  await db.update(accounts).set({ photoKey: null }).where(eq(accounts.id, again.id));
  await db.update(unusedFiles).set({ since: after(47) });
  await sweepFiles(services, after(49));
  expect(await services.files.read('photos/again')).not.toBeNull();
});

test('touches nothing in a folder if the database knows none of its files', async () => {
  const { db, services } = portal;
  await fill(services, LEFT);
  await db.update(accounts).set({ photoKey: null });
  await sweepFiles(services, after(0));
  await sweepFiles(services, after(100));
  expect(await keysOf(services)).toContain('photos/left');
});

describe('check:data', () => {
  const broken = async (now = after(0)) =>
    (await checkFiles(portal.services, now)).map(({ rule, subjects }) => [rule, subjects]);

  test('finds nothing where each row has its file and each file its row', async () => {
    await fill(portal.services, USED);
    expect(await broken(new Date(Date.now() + 100 * HOUR))).toEqual([]);
  });

  test.each(USED)('finds that %s is missing', async (missing) => {
    await fill(
      portal.services,
      USED.filter((key) => key !== missing),
    );
    expect(await broken()).toEqual([['files_there', [expect.stringMatching(`: ${missing}$`)]]]);
  });

  test('finds a file that the sweep should have removed, and none that may stay', async () => {
    await fill(portal.services, [...USED, 'photos/left', 'photos/replaced']);
    const since = new Date();
    await portal.db.insert(unusedFiles).values({ key: 'photos/replaced', since });
    const later = (hours: number) => new Date(since.getTime() + hours * HOUR);
    expect(await broken(later(49))).toEqual([]);
    expect(await broken(later(51))).toEqual([['files_used', ['photos/left', 'photos/replaced']]]);
    await portal.db.update(unusedFiles).set({ since: later(10) });
    expect(await broken(later(51))).toEqual([['files_used', ['photos/left']]]);
  });
});

test('the manual of operators also says two days', () => {
  expect(UNUSED_RETENTION_MS).toBe(48 * HOUR);
});
