import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { accounts } from '../tables.ts';
import { findContacts, nameForOthers } from './contacts.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('people are found by their accounts, in that order, and unknown ones are left out', async () => {
  const unconfirmed = await buildAccount(portal.db, { chineseName: '王大同', emailConfirmedAt: null });
  const nameless = await buildAccount(portal.db, { chineseName: null });
  await buildAccount(portal.db);
  await portal.db.update(accounts).set({ updatedAt: NOW }).where(eq(accounts.id, unconfirmed.id));
  expect(await findContacts(portal.db, [nameless.id, 999_999, unconfirmed.id])).toEqual([
    {
      id: unconfirmed.id,
      name: '王大同',
      email: unconfirmed.email,
      complete: true,
      hasConfirmedMailbox: false,
      isConfirmed: false,
    },
    {
      id: nameless.id,
      name: '',
      email: nameless.email,
      complete: false,
      hasConfirmedMailbox: true,
      isConfirmed: true,
    },
  ]);
});

test.each([
  [true, '王大同'],
  [false, ''],
])('mails to others contain the name if the mailbox is confirmed: %s', (hasConfirmedMailbox, shown) => {
  expect(nameForOthers({ name: '王大同', hasConfirmedMailbox })).toBe(shown);
});
