import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { privacyAcceptances } from '../tables.ts';
import { acceptPrivacy } from './accept-privacy.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('keeps each version of the privacy notice with the time of its first acceptance', async () => {
  const { id: accountId } = await buildAccount(portal.db);
  const later = new Date(NOW.getTime() + 1000);
  const accept = (version: string | null, now: Date) =>
    inTransaction(portal.db, (tx) => acceptPrivacy(tx, { accountId, version }, now));
  await accept(null, NOW);
  await accept('2026-01', NOW);
  await accept('2026-01', later);
  await accept('2026-11', later);
  const found = await portal.db
    .select({ version: privacyAcceptances.version, acceptedAt: privacyAcceptances.acceptedAt })
    .from(privacyAcceptances)
    .where(eq(privacyAcceptances.accountId, accountId))
    .orderBy(privacyAcceptances.version);
  expect(found).toEqual([
    { version: '2026-01', acceptedAt: NOW },
    { version: '2026-11', acceptedAt: later },
  ]);
});
