import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring, freeWhileWaiting } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { unhashedDefault } from '../passwords/passwords.ts';
import { makeResetLink } from '../passwords/reset-links.ts';
import { lockAccount } from '../queries.ts';
import { startSession } from '../sign-in/sessions.ts';
import { accounts } from '../tables.ts';
import { removePeople } from './remove-people.ts';

const context = { actor: decidingStaff(), now: NOW };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** An imported person who has not used the account. */
const build = async () => {
  const passwordHash = unhashedDefault('1990-05-14');
  const imported = { passwordIsBirthday: true, importedAt: NOW, passwordHash, emailConfirmedAt: null };
  return (await buildAccount(portal.db, imported)).id;
};

const remove = (...ids: number[]) => inTransaction(portal.db, (tx) => removePeople(tx, ids, context));

const left = async (...ids: number[]) => {
  const rows = await portal.db.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, ids));
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
};

test('unused people of the import are removed, and nobody else, with an event for each', async () => {
  const [unused, used, other] = [await build(), await build(), await build()];
  await logIn(portal.db, { id: used });
  expect(await remove(unused, used)).toEqual(new Map([[used, '學員已登入過']]));
  expect(await left(unused, used, other)).toEqual([used, other]);
  const removed = eq(auditEvents.action, 'account.remove');
  const subjects = inArray(auditEvents.subjectId, [unused, used, other]);
  expect(await portal.db.select().from(auditEvents).where(and(removed, subjects))).toMatchObject([
    { subject: 'account', subjectId: unused, actor: 'staff:1' },
  ]);
});

test.each<[string, (tx: Tx, accountId: number) => Promise<unknown>, string]>([
  [
    'has set a password',
    (tx, id) => tx.update(accounts).set({ passwordHash: '' }).where(eq(accounts.id, id)),
    '學員已登入過',
  ],
  ['has asked for a link for another password', (tx, id) => makeResetLink(tx, id, NOW), '學員已申請重設密碼'],
])('a person stays who %s', async (_, use, why) => {
  const id = await build();
  await inTransaction(portal.db, (tx) => use(tx, id));
  expect(await remove(id)).toEqual(new Map([[id, why]]));
  expect(await left(id)).toEqual([id]);
});

describe('a person stays who meanwhile', () => {
  test('logs in', async () => {
    const id = await build();
    const removing = actDuring(
      portal.db,
      async (tx) => {
        await lockAccount(tx, id);
        await startSession(tx, id, NOW);
      },
      () => remove(id),
    );
    expect(await removing).toEqual(new Map([[id, '學員已登入過']]));
    expect(await left(id)).toEqual([id]);
  });

  test('asks for a link for another password', async () => {
    const id = await build();
    const removing = actDuring(
      portal.db,
      async (tx) => {
        await lockAccount(tx, id);
        await makeResetLink(tx, id, NOW);
      },
      () => remove(id),
    );
    expect(await removing).toEqual(new Map([[id, '學員已申請重設密碼']]));
    expect(await left(id)).toEqual([id]);
  });
});

test('people are locked in the order of their ids', async () => {
  const [first, second] = [await build(), await build()];
  // A changed row stands behind the others.
  await portal.db.update(accounts).set({ chineseName: '王改名' }).where(eq(accounts.id, first));
  const free = await freeWhileWaiting(
    portal.db,
    { table: accounts, ids: [first, second] },
    (tx) => lockAccount(tx, first),
    (tx) => removePeople(tx, [second, first], context),
  );
  expect(free).toEqual([second]);
});
