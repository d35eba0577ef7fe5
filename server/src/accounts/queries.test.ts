import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { inTransaction } from '../platform/database/database.ts';
import { proveTrainee } from './actors.ts';
import {
  findAccountByIdentifier,
  findByIdentifier,
  findPhotoOwner,
  isNumberTaken,
  lockAccount,
  lockUnchanged,
} from './queries.ts';
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

  test('is taken if another account has it as passport or identity number', async () => {
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const local = await buildAccount(portal.db);
    expect([await take(foreign.passportNo), await take(local.idNumber)]).toEqual([true, true]);
  });

  test('is not reported as taken if another rule is broken', async () => {
    const account = await buildAccount(portal.db);
    const tokenHash = hashToken(await logIn(portal.db, account));
    await logIn(portal.db, account);
    const repeating = portal.db.update(sessions).set({ tokenHash }).where(eq(sessions.accountId, account.id));
    expect(isNumberTaken(await repeating.catch((error: unknown) => error))).toBe(false);
    expect(await take('not a number')).toBe(false);
  });
});

test('an account is locked alone', async () => {
  const [mine, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const lockAtOnce = ({ id }: { id: number }) =>
    portal.db.execute(sql`select from accounts where id = ${id} for no key update nowait`);
  await inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, mine.id);
    await expect(lockAtOnce(mine)).rejects.toThrow();
    expect((await lockAtOnce(other)).rowCount).toBe(1);
  });
});

test.each([
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

test('an identifier that no account can have is not looked for', async () => {
  await buildAccount(portal.db);
  const given = 'A\u0000';
  expect([
    await findByIdentifier(portal.db, given),
    await findAccountByIdentifier(portal.db, { account: given, country: 'local' }),
  ]).toEqual([null, null]);
});

test('a photo is seen by its person and by the managers of their groups', async () => {
  const [group, other] = [await buildGroup(portal.db), await buildGroup(portal.db)];
  const join = async (of: { id: number }, how: Partial<Parameters<typeof buildMembership>[1]> = {}) => {
    const account = await buildAccount(portal.db, { photoKey: `photos/${crypto.randomUUID()}` });
    await buildMembership(portal.db, { group: of, account, ...how });
    return account;
  };
  const [manager, member, left, stranger] = [
    await join(group, { role: 'manager' }),
    await join(group),
    await join(group, { leftAt: NOW }),
    await join(other),
  ];
  const seenBy = async ({ id: accountId }: { id: number }, state = true) => {
    const actor = proveTrainee({
      accountId,
      token: 'a',
      tokenHash: 'a',
      state,
      hasDefaultPassword: false,
      hasMailbox: true,
    });
    const seen: string[] = [];
    for (const [name, person] of Object.entries({ manager, member, left, stranger }))
      if ((await findPhotoOwner(portal.db, actor, person.photoKey ?? '')) === person.id) seen.push(name);
    return seen;
  };
  expect(await seenBy(manager)).toEqual(['manager', 'member']);
  expect(await seenBy(manager, false)).toEqual(['manager']);
  expect(await seenBy(member)).toEqual(['member']);
  expect(await seenBy(stranger)).toEqual(['stranger']);
});
