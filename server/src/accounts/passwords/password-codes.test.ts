import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findAccount } from '../queries.ts';
import { passwordCodes } from '../tables.ts';
import { checkCode, refuseTooManyCodes, storeCode, useCode } from './password-codes.ts';

const MINUTE = 60_000;
const CODE = '12345678';

let portal: TestPortal;
let account: { id: number };
let other: { id: number };
let codeHash: string;
beforeAll(async () => {
  portal = await openTestPortal();
  codeHash = await hash(CODE, { memoryCost: 1024, timeCost: 1 });
});
afterAll(() => portal.close());
beforeEach(async () => {
  const build = () => buildAccount(portal.db, { emailConfirmedAt: null });
  [account, other] = [await build(), await build()];
});

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
const store = ({ id }: { id: number }, minutes: number) =>
  inTransaction(portal.db, (tx) => storeCode(tx, { accountId: id, codeHash }, at(minutes)));
const codesOf = ({ id }: { id: number }) =>
  portal.db
    .select({ endedAt: passwordCodes.endedAt, tries: passwordCodes.tries })
    .from(passwordCodes)
    .where(eq(passwordCodes.accountId, id))
    .orderBy(passwordCodes.createdAt);

test('a new code ends the one before it, and no other', async () => {
  await store(other, 0);
  for (const minutes of [0, 1, 2]) await store(account, minutes);
  expect((await codesOf(account)).map(({ endedAt }) => endedAt)).toEqual([at(1), at(2), null]);
  expect(await codesOf(other)).toMatchObject([{ endedAt: null }]);
});

test('an entry counts as an attempt for the account’s present code alone', async () => {
  await store(other, 0);
  for (const minutes of [0, 1]) await store(account, minutes);
  await expect(checkCode(portal.db, account.id, '00000000', at(2))).rejects.toMatchObject({
    code: 'code_wrong',
  });
  expect((await codesOf(account)).map(({ tries }) => tries)).toEqual([0, 1]);
  expect(await codesOf(other)).toMatchObject([{ tries: 0 }]);
});

test('a code is used once, and confirms the mailbox of its account alone', async () => {
  for (const each of [other, account]) await store(each, 0);
  const id = await checkCode(portal.db, account.id, CODE, at(1));
  const use = () => inTransaction(portal.db, (tx) => useCode(tx, id, at(1)));
  await use();
  await expect(use()).rejects.toMatchObject({ code: 'code_ended' });
  expect(await codesOf(other)).toMatchObject([{ endedAt: null }]);
  const confirmed = [account, other].map(
    async ({ id }) => (await findAccount(portal.db, id)).emailConfirmedAt,
  );
  expect(await Promise.all(confirmed)).toEqual([at(1), null]);
});

test('a code may be sent again once the fifth last is an hour old', async () => {
  for (const minutes of [0, 1, 2, 3, 4]) await store(account, minutes);
  const refused = refuseTooManyCodes(portal.db, account.id, at(30));
  await expect(refused).rejects.toMatchObject({ details: { retryAfter: 30 * 60 } });
  await refuseTooManyCodes(portal.db, account.id, at(60));
  await refuseTooManyCodes(portal.db, other.id, at(30));
});
