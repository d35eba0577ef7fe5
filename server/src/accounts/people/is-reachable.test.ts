import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { privacyRequests } from '../../privacy/tables.ts';
import { accounts } from '../tables.ts';
import { isReachable } from './is-reachable.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const reachable = async ({ id }: { id: number }) => {
  const { rows } = await portal.db.execute(
    sql`select ${isReachable} as yes from ${accounts} a where a.id = ${id}`,
  );
  return rows[0]?.yes;
};

const build = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { emailConfirmedAt: NOW, ...overrides });

const request = ({ id: accountId }: { id: number }, state: 'erased' | 'withdrawn') =>
  portal.db.insert(privacyRequests).values({ accountId, state, requestedAt: NOW, closedAt: NOW });

test.each([
  ['with a confirmed mailbox', {}, true],
  ['without a mailbox', { email: null, emailConfirmedAt: null }, false],
  ['whose mailbox is not confirmed', { emailConfirmedAt: null }, false],
  ['who is suspended', { suspendedAt: NOW }, false],
])('somebody %s is reachable: %s', async (_, overrides, expected) => {
  expect(await reachable(await build(overrides))).toBe(expected);
});

test('somebody whose data were erased is not reachable, unlike others and those who withdrew the request', async () => {
  const [erased, kept, other] = [await build(), await build(), await build()];
  await request(erased, 'erased');
  await request(kept, 'withdrawn');
  expect([await reachable(erased), await reachable(kept), await reachable(other)]).toEqual([
    false,
    true,
    true,
  ]);
});
