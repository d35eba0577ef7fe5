import { checkResetLink } from '@portal/contract/passwords';
import { accountRefusals } from '@portal/contract/refusals/accounts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { checkPassword } from '../sign-in/sign-in-budget.ts';
import { accounts, knownAddresses, signInAttempts } from '../tables.ts';
import { verifyPassword } from './passwords.ts';
import { findResetLink, makeResetLink, useResetLink } from './reset-links.ts';
import { resetPassword } from './reset-password.ts';

const NEW = 'Kite-and-tide-26';
const guest = { address: '192.0.2.7', now: NOW };

let portal: TestPortal;
let account: Awaited<ReturnType<typeof buildAccount>>;
let token: string;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  account = await buildAccount(portal.db);
  token = await inTransaction(portal.db, (tx) => makeResetLink(tx, account.id, NOW));
});

const reset = (password = NEW) =>
  resetPassword(portal.db, { token, password, password_confirmation: password }, guest);
const opensWith = async (password: string) =>
  verifyPassword((await findAccount(portal.db, account.id)).passwordHash, password);

test('a weak password is refused, and the link stays valid', async () => {
  expect(await codeOf(reset(account.idNumber ?? ''))).toBe('invalid');
  expect(await findResetLink(portal.db, token, NOW)).toBe(account.id);
});

test('looking at a link leaves it valid, and tells when it has ended', async () => {
  const look = async (link = token) => {
    const { status, answer, refusal } = await portal.call(checkResetLink, { body: { token: link } });
    return status === 200 ? answer?.message : refusal?.message;
  };
  const ended = accountRefusals.reset_link_ended.text;
  expect([await look(), await look()]).toEqual(['請設定新密碼', '請設定新密碼']);
  expect(await look('link-of-nobody')).toBe(ended);

  await portal.db.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, account.id));
  expect(await look()).toBe(ended);
  await portal.db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, account.id));
  await inTransaction(portal.db, (tx) => useResetLink(tx, token, NOW));
  expect(await look()).toBe(ended);
});

test('the address becomes known, and its failed logins of this account are forgiven', async () => {
  const other = await buildAccount(portal.db);
  for (const person of [account, other]) {
    const attempt = { account: person.account, ...guest };
    expect(await checkPassword(portal.db, attempt, person.passwordHash, 'wrong')).toBe(false);
  }
  const before = await portal.db.$count(signInAttempts);
  await reset();
  expect(await opensWith(NEW)).toBe(true);
  const known = await portal.db.select().from(knownAddresses);
  expect(known.map(({ accountId }) => accountId)).toEqual([account.id]);
  expect(await portal.db.$count(signInAttempts)).toBeLessThan(before);
});

describe('a link that waits for another change of the account is refused', () => {
  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'if the account is suspended by it',
      (tx) => tx.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, account.id)),
    ],
    ['if it uses the link', (tx) => useResetLink(tx, token, NOW)],
  ])('%s', async (_, change) => {
    const { resetting } = await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      const waiting = codeOf(reset());
      await untilWaiting(portal.db, waiting);
      await change(tx);
      return { resetting: waiting };
    });
    expect([await resetting, await opensWith(NEW)]).toEqual(['reset_link_ended', false]);
  });
});
