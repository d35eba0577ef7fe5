import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildCertificate, buildContent } from '../../test/factories/certificate.ts';
import { eraseAccount } from '../accounts/profile/erase-account.ts';
import { findAccount } from '../accounts/queries.ts';
import { inTransaction } from '../platform/database/database.ts';
import { unusedFiles } from '../platform/tables.ts';
import { forgetErasedContents } from './forget-erased-contents.ts';
import { certificateContents, certificateProofs } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const proved = async (name: string, endTime: string, isErased: boolean) => {
  const account = await buildAccount(portal.db);
  const certificate = await buildCertificate(portal.db, { account, endTime });
  await buildContent(portal.db, certificate);
  await portal.db.insert(certificateProofs).values({
    ...{ certificateId: certificate.id, reason: '採認', addedBy: 'staff:1', addedAt: NOW },
    ...{ kind: 'jpeg', size: 4, sha256: 'a'.repeat(64), fileKey: `documents/${name}` },
  });
  if (isErased)
    await inTransaction(portal.db, async (tx) => eraseAccount(tx, await findAccount(tx, account.id), NOW));
  return certificate.id;
};

test('forgets erased people whose certificate ended four years ago, with its proof, and nobody else', async () => {
  const forgotten = await proved('forgotten', '2020-01-31', true);
  await proved('recent', '2025-01-31', true);
  await proved('there', '2020-01-31', false);
  await forgetErasedContents(portal.db, NOW);
  const emptied = await portal.db
    .select({ id: certificateContents.certificateId, content: certificateContents.content })
    .from(certificateContents);
  expect(emptied.flatMap(({ id, content }) => (content.identity === '' ? [id] : []))).toEqual([forgotten]);
  const proofs = await portal.db.select({ key: certificateProofs.fileKey }).from(certificateProofs);
  expect(proofs.map(({ key }) => key).toSorted()).toEqual(['documents/recent', 'documents/there']);
  const unused = await portal.db.select().from(unusedFiles).where(eq(unusedFiles.key, 'documents/forgotten'));
  expect(unused).toMatchObject([{ since: NOW }]);
});
