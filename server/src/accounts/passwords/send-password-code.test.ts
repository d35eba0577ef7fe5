import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { proveTrainee } from '../actors.ts';
import { lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { sendPasswordCode } from './send-password-code.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('sends no code if a password is set meanwhile', async () => {
  const { id: accountId } = await buildAccount(portal.db, { passwordIsBirthday: true });
  const { sending } = await inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, accountId);
    const actor = proveTrainee({ accountId });
    const sending = sendPasswordCode(portal.db, { actor, now: NOW }).catch((error: unknown) => error);
    await untilWaiting(portal.db, sending);
    await tx.update(accounts).set({ passwordIsBirthday: false }).where(eq(accounts.id, accountId));
    return { sending };
  });
  expect(await sending).toMatchObject({ code: 'code_not_needed' });
  expect(await portal.db.$count(mails, eq(mails.accountId, accountId))).toBe(0);
});
