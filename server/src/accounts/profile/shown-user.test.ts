import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { keepPendingEmail } from '../mailbox/pending-email.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { findShownUser } from './shown-user.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('shows the address that was entered in this session before a password was set', async () => {
  const { id: accountId } = await buildAccount(portal.db, { passwordIsBirthday: true });
  const [mine, other] = [
    hashToken(await logIn(portal.db, { id: accountId })),
    hashToken(await logIn(portal.db, { id: accountId })),
  ];
  await inTransaction(portal.db, (tx) => keepPendingEmail(tx, mine, 'typed@example.com'));
  const shown = async (tokenHash: string) =>
    (await findShownUser(portal.db, { accountId, tokenHash })).pendingEmail;
  expect([await shown(mine), await shown(other)]).toEqual(['typed@example.com', null]);
});
