import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { one } from '../../../test/factories/one.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findAccount } from '../queries.ts';
import { countAttempt } from '../sign-in/sign-in-budget.ts';
import { accounts } from '../tables.ts';
import { eraseAccount, personalWords } from './erase-account.ts';

const LATER = new Date(NOW.getTime() + 60_000);

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const erase = (id: number) =>
  inTransaction(portal.db, async (tx) => eraseAccount(tx, await findAccount(tx, id), LATER));

test.each([
  ['is suspended', null, LATER],
  ['keeps the time of an earlier suspension', NOW, NOW],
])('an erased account %s, and others stay as they are', async (_, before, suspendedAt) => {
  const { id } = await buildAccount(portal.db, { suspendedAt: before });
  const other = await buildAccount(portal.db);
  await erase(id);
  const stored = async (of: number) =>
    one(await portal.db.select().from(accounts).where(eq(accounts.id, of)));
  expect(await stored(id)).toMatchObject({ suspendedAt, erasedAt: LATER, email: null });
  expect(await stored(other.id)).toEqual(other);
});

test('failed logins of an erased account do not lock out a later owner of the number', async () => {
  const { id, account } = await buildAccount(portal.db);
  const fail = () =>
    countAttempt(portal.db, { account, address: '203.0.113.9', now: NOW }, async () => false);
  for (let n = 0; n < 5; n += 1) await fail();
  expect(await codeOf(fail())).toBe('too_many_attempts');
  await erase(id);
  expect(await codeOf(fail())).toBeNull();
});

test('the words of a person are all texts of more than one letter, each once', async () => {
  const { id, account } = await buildAccount(portal.db, {
    ...{ chineseName: '王', englishName: 'Wu', email: 'w@example.com', address: '範例路 1 號' },
    ...{ cellPhone: '0911-222333', homePhone: '0911-222333', birthday: '1990-05-14' },
  });
  const words = personalWords(await findAccount(portal.db, id));
  expect(words.toSorted()).toEqual(
    ['0911-222333', '1990-05-14', account, 'Wu', 'w@example.com', '範例路 1 號'].toSorted(),
  );
});
