import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { actDuring } from '../../test/locks.ts';
import { inTransaction } from '../platform/database/database.ts';
import { joinMemberships, partMemberships } from './join-memberships.ts';
import { memberships } from './tables.ts';

const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000);

let portal: TestPortal;
let survivor: { id: number };
let removed: { id: number };
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  [survivor, removed] = [await buildAccount(portal.db), await buildAccount(portal.db)];
});

const join = () =>
  inTransaction(portal.db, (tx) => joinMemberships(tx, { from: removed.id, to: survivor.id }, NOW));
const part = (joined: Awaited<ReturnType<typeof join>>) =>
  inTransaction(portal.db, (tx) =>
    partMemberships(tx, { from: survivor.id, to: removed.id }, joined, hours(1)),
  );
const membershipsOf = ({ id }: { id: number }) =>
  portal.db
    .select({
      groupId: memberships.groupId,
      role: memberships.role,
      joinedAt: memberships.joinedAt,
      leftAt: memberships.leftAt,
    })
    .from(memberships)
    .where(eq(memberships.accountId, id))
    .orderBy(memberships.groupId);

/** Groups of the survivor, of both, that the removed account is in, and that it has left. */
const buildGroups = async () => {
  const build = async () => (await buildGroup(portal.db)).id;
  const ids = { own: await build(), both: await build(), joined: await build(), left: await build() };
  const add = (account: { id: number }, id: number, more: object) =>
    buildMembership(portal.db, { group: { id }, account, ...more });
  await add(survivor, ids.own, { role: 'manager', joinedAt: hours(-9) });
  await add(survivor, ids.both, { joinedAt: hours(-8), leftAt: hours(-7) });
  await add(removed, ids.both, { role: 'manager', joinedAt: hours(-6) });
  await add(removed, ids.joined, { joinedAt: hours(-5) });
  await add(removed, ids.left, { joinedAt: hours(-4), leftAt: hours(-3) });
  return ids;
};

test('the survivor becomes what either was in each group of the other, and keeps the groups of their own', async () => {
  const { own, both, joined, left } = await buildGroups();
  await join();
  expect(await membershipsOf(survivor)).toEqual([
    { groupId: own, role: 'manager', joinedAt: hours(-9), leftAt: null },
    { groupId: both, role: 'manager', joinedAt: hours(-6), leftAt: null },
    { groupId: joined, role: 'member', joinedAt: hours(-5), leftAt: null },
    { groupId: left, role: 'member', joinedAt: hours(-4), leftAt: hours(-3) },
  ]);
  expect(await membershipsOf(removed)).toEqual([
    { groupId: both, role: 'member', joinedAt: hours(-6), leftAt: NOW },
    { groupId: joined, role: 'member', joinedAt: hours(-5), leftAt: NOW },
    { groupId: left, role: 'member', joinedAt: hours(-4), leftAt: hours(-3) },
  ]);
});

test('the result says what was changed, for undoing it', async () => {
  const { both, joined, left } = await buildGroups();
  const text = (n: number) => hours(n).toISOString();
  const manager = { role: 'manager', joinedAt: text(-6), leftAt: null };
  const member = { role: 'member', joinedAt: text(-5), leftAt: null };
  const former = { role: 'member', joinedAt: text(-4), leftAt: text(-3) };
  const before = { role: 'member', joinedAt: text(-8), leftAt: text(-7) };
  expect(await join()).toEqual([
    { groupId: both, removed: manager, before, after: manager },
    { groupId: joined, removed: member, before: null, after: member },
    { groupId: left, removed: former, before: null, after: former },
  ]);
});

test('undoing gives both accounts the memberships that they had', async () => {
  const { own, both, joined, left } = await buildGroups();
  const before = await membershipsOf(removed);
  expect(await part(await join())).toEqual([]);
  expect(await membershipsOf(removed)).toEqual(before);
  expect(await membershipsOf(survivor)).toEqual([
    { groupId: own, role: 'manager', joinedAt: hours(-9), leftAt: null },
    { groupId: both, role: 'member', joinedAt: hours(-8), leftAt: hours(-7) },
    { groupId: joined, role: 'member', joinedAt: hours(-5), leftAt: hours(1) },
    { groupId: left, role: 'member', joinedAt: hours(-4), leftAt: hours(-3) },
  ]);
});

describe('undoing leaves a membership of the survivor that', () => {
  const build = async () => {
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account: removed, joinedAt: hours(-5) });
    const joined = await join();
    return { joined, row: and(eq(memberships.groupId, group.id), eq(memberships.accountId, survivor.id)) };
  };
  const expectUntouched = async (joined: Awaited<ReturnType<typeof join>>) => {
    const before = [await membershipsOf(survivor), await membershipsOf(removed)];
    expect(await part(joined)).toEqual(joined.map(({ groupId }) => groupId));
    expect([await membershipsOf(survivor), await membershipsOf(removed)]).toEqual(before);
  };

  test.each([
    ['became that of a manager', { role: 'manager' as const }],
    ['began again', { joinedAt: hours(0.5) }],
    ['ended', { leftAt: hours(0.5) }],
  ])('%s since', async (_, change) => {
    const { joined, row } = await build();
    await portal.db.update(memberships).set(change).where(row);
    await expectUntouched(joined);
  });

  test('an undone import deleted since', async () => {
    const { joined, row } = await build();
    await portal.db.delete(memberships).where(row);
    await expectUntouched(joined);
  });
});

test('somebody who becomes manager at the same moment stays one', async () => {
  const group = await buildGroup(portal.db);
  for (const account of [survivor, removed]) await buildMembership(portal.db, { group, account });
  const [joined] = await actDuring(
    portal.db,
    (tx) => tx.update(memberships).set({ role: 'manager' }).where(eq(memberships.accountId, survivor.id)),
    join,
  );
  expect(joined).toMatchObject({ before: { role: 'manager' }, after: { role: 'manager' } });
  expect(await membershipsOf(survivor)).toMatchObject([{ role: 'manager', leftAt: null }]);
});
