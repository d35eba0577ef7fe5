import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildCertificate, buildInquiry, buildRenewalRequest } from '../../test/factories/certificate.ts';
import { inTransaction } from '../platform/database/database.ts';
import { ERASED_TEXT } from '../platform/database/erased.ts';
import { unusedFiles } from '../platform/tables.ts';
import { eraseCertificateTraces } from './erase-certificates.ts';
import { certificatePapers, certificates, renewalInquiries, renewalRequests } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** A certificate with a paper and a request; the desk asked twice, and once a file came back. */
const holder = async (name: string) => {
  const account = await buildAccount(portal.db);
  const certificate = await buildCertificate(portal.db, { account });
  const sha256 = 'a'.repeat(64);
  await portal.db.insert(certificatePapers).values({
    ...{ certificateId: certificate.id, format: 'a4', createdAt: NOW },
    ...{ fileKey: `papers/${name}`, sha256 },
  });
  const request = await buildRenewalRequest(portal.db, { certificate, backendNote: '已電話聯絡本人' });
  const file = { kind: 'jpeg', size: 4, sha256, fileKey: `documents/${name}` } as const;
  await buildInquiry(portal.db, { request, answeredAt: NOW, ...file });
  await buildInquiry(portal.db, { request });
  return { accountId: account.id, certificateId: certificate.id, requestId: request.id };
};

test('removes papers, notes and inquiries of one person; the certificate and other people’s records stay', async () => {
  const { accountId, ...erased } = await holder('erased');
  const kept = await holder('kept');
  const parts = await inTransaction(portal.db, (tx) =>
    eraseCertificateTraces(tx, { accountId, certificateIds: [erased.certificateId] }, NOW),
  );
  expect(parts.map(({ rows }) => rows)).toEqual([1, 1, 2]);

  const left = async ({ certificateId, requestId }: typeof erased) => {
    const ofRequest = eq(renewalRequests.id, requestId);
    const notes = { front: renewalRequests.frontNote, desk: renewalRequests.backendNote };
    return {
      certificates: await portal.db.$count(certificates, eq(certificates.id, certificateId)),
      papers: await portal.db.$count(certificatePapers, eq(certificatePapers.certificateId, certificateId)),
      notes: (await portal.db.select(notes).from(renewalRequests).where(ofRequest))[0],
      inquiries: await portal.db.$count(renewalInquiries, eq(renewalInquiries.requestId, requestId)),
    };
  };
  expect(await left(erased)).toEqual({
    ...{ certificates: 1, papers: 0, inquiries: 0 },
    notes: { front: null, desk: ERASED_TEXT },
  });
  expect(await left(kept)).toEqual({
    ...{ certificates: 1, papers: 1, inquiries: 2 },
    notes: { front: null, desk: '已電話聯絡本人' },
  });
  const unused = await portal.db.select().from(unusedFiles).orderBy(unusedFiles.key);
  const owner = `account:${accountId}`;
  expect(unused).toEqual(['documents/erased', 'papers/erased'].map((key) => ({ key, owner, since: NOW })));
});
