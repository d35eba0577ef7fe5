import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { findPendingEmail, keepPendingEmail } from './pending-email.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('keeps the address with the session in which it was entered', async () => {
  const account = await buildAccount(portal.db);
  const [mine = '', other = ''] = [await logIn(portal.db, account), await logIn(portal.db, account)].map(
    hashToken,
  );
  await inTransaction(portal.db, (tx) => keepPendingEmail(tx, mine, 'typed@example.com'));
  const found = [await findPendingEmail(portal.db, mine), await findPendingEmail(portal.db, other)];
  expect(found).toEqual(['typed@example.com', null]);
});
