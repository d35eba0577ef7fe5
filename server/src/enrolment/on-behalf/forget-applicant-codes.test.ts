import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildStaff } from '../../../test/factories/staff.ts';
import { applicantCodes } from '../tables.ts';
import { forgetApplicantCodes } from './forget-applicant-codes.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('codes are forgotten after a day', async () => {
  const [{ id: accountId }, { id: staffId }] = [await buildAccount(portal.db), await buildStaff(portal.db)];
  const dayAgo = NOW.getTime() - 24 * 3_600_000;
  const code = { accountId, staffId, codeHash: 'hash', expiresAt: NOW, endedAt: NOW };
  await portal.db
    .insert(applicantCodes)
    .values([dayAgo - 1, dayAgo, NOW.getTime()].map((at) => ({ ...code, createdAt: new Date(at) })));
  await forgetApplicantCodes(portal.db, NOW);
  const kept = await portal.db.select().from(applicantCodes).orderBy(asc(applicantCodes.createdAt));
  expect(kept.map(({ createdAt }) => createdAt.getTime())).toEqual([dayAgo, NOW.getTime()]);
});
