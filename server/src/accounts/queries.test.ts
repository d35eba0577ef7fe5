import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { inTransaction } from '../platform/database.ts';
import { isNumberTaken, lockAccount, lockUnchanged } from './queries.ts';
import { hashToken } from './sign-in/sessions.ts';
import { accounts, sessions } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

describe('a passport number', () => {
  const take = async (passportNo: string | null) => {
    const { id } = await buildAccount(portal.db, { country: 'foreign' });
    const taking = portal.db.update(accounts).set({ passportNo }).where(eq(accounts.id, id));
    return isNumberTaken(await taking.catch((error: unknown) => error));
  };

  it('is taken if another account has it as passport or identity number', async () => {
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const local = await buildAccount(portal.db);
    expect([await take(foreign.passportNo), await take(local.idNumber)]).toEqual([true, true]);
  });

  it('is not reported as taken if another rule is broken', async () => {
    const account = await buildAccount(portal.db);
    const tokenHash = hashToken(await logIn(portal.db, account));
    await logIn(portal.db, account);
    const repeating = portal.db.update(sessions).set({ tokenHash }).where(eq(sessions.accountId, account.id));
    expect(isNumberTaken(await repeating.catch((error: unknown) => error))).toBe(false);
    expect(await take('not a number')).toBe(false);
  });
});

it('an account is locked alone', async () => {
  const [mine, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const lockAtOnce = ({ id }: { id: number }) =>
    portal.db.execute(sql`select from accounts where id = ${id} for no key update nowait`);
  await inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, mine.id);
    await expect(lockAtOnce(mine)).rejects.toThrow();
    expect((await lockAtOnce(other)).rowCount).toBe(1);
  });
});

it.each([
  ['as it was checked', {}, true],
  ['with another password', { passwordHash: 'changed' }, false],
  ['suspended', { suspendedAt: NOW }, false],
])('an account is locked for a login only unchanged: %s', async (_, changes, expected) => {
  const account = await buildAccount(portal.db);
  const { id: accountId, passwordHash } = account;
  await portal.db
    .update(accounts)
    .set({ updatedAt: NOW, ...changes })
    .where(eq(accounts.id, accountId));
  const locked = inTransaction(portal.db, (tx) => lockUnchanged(tx, { accountId, passwordHash }));
  expect(await locked).toBe(expected);
});
