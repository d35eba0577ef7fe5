import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { sendResetLink } from './send-reset-link.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const send = (accountId: number) =>
  inTransaction(portal.db, (tx) => sendResetLink(tx, { accountId }, { actor: decidingStaff(), now: NOW }));

test('the mail with the link names the person', async () => {
  const { id, chineseName } = await buildAccount(portal.db);
  await send(id);
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, id));
  expect(mail?.data).toMatchObject({ name: chineseName });
});

test('a person who is suspended meanwhile gets no link', async () => {
  const { id } = await buildAccount(portal.db);
  const sending = actDuring(
    portal.db,
    async (tx) => {
      await lockAccount(tx, id);
      await tx.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, id));
    },
    () => codeOf(send(id)),
  );
  expect(await sending).toBe('person_suspended');
});
