import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { passwordResets } from '../tables.ts';
import { findResetLink, makeResetLink, useResetLink } from './reset-links.ts';

const MINUTE = 60_000;

let portal: TestPortal;
let account: { id: number };
let other: { id: number };
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
});

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
const make = ({ id }: { id: number }, minutes: number) =>
  inTransaction(portal.db, (tx) => makeResetLink(tx, id, at(minutes)));
const endsOf = async ({ id }: { id: number }) => {
  const links = portal.db.select().from(passwordResets).where(eq(passwordResets.accountId, id));
  return (await links.orderBy(passwordResets.createdAt)).map(({ usedAt }) => usedAt);
};

test('a new link ends the one before it, and no other', async () => {
  await make(other, 0);
  for (const minutes of [0, 1, 2]) await make(account, minutes);
  expect([await endsOf(account), await endsOf(other)]).toEqual([[at(1), at(2), null], [null]]);
});

test('is made five times an hour for each account', async () => {
  for (const minutes of [0, 1, 2, 3, 4]) await make(account, minutes);
  await expect(make(account, 30)).rejects.toMatchObject({ details: { retryAfter: 30 * 60 } });
  await make(other, 30);
  await make(account, 60);
});

test('is used once, and ends no other', async () => {
  const [mine, theirs] = [await make(account, 0), await make(other, 0)];
  const use = () => inTransaction(portal.db, (tx) => useResetLink(tx, mine, at(1)));
  expect([await use(), await use()]).toEqual([true, false]);
  expect(await findResetLink(portal.db, mine, at(1))).toBeNull();
  expect(await findResetLink(portal.db, theirs, at(1))).toBe(other.id);
});
