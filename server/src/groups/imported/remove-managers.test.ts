import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { groups, memberships } from '../tables.ts';
import type { AddedMember } from './imported-member.ts';
import { removeImportedManagers } from './remove-managers.ts';

const LATER = new Date(NOW.getTime() + 3_600_000);
const IN_USE = '團體已有人使用，須保留管理員';

let portal: TestPortal;
let group: { id: number };
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  group = await buildGroup(portal.db);
});

const join = async (role: 'manager' | 'member' = 'manager') => {
  const account = await buildAccount(portal.db);
  const { id } = await buildMembership(portal.db, { group, account, role });
  return { id, account };
};

const remove = async (...added: readonly (readonly [AddedMember['how'], { id: number }])[]) => {
  const rows = added.map(([how, { id: membershipId }], row) => ({ row, membershipId, how }));
  const context = { actor: decidingStaff(), now: LATER };
  return [...(await inTransaction(portal.db, (tx) => removeImportedManagers(tx, rows, context)))];
};

const membershipsLeft = async () =>
  (
    await portal.db
      .select({ id: memberships.id, role: memberships.role, leftAt: memberships.leftAt })
      .from(memberships)
      .where(eq(memberships.groupId, group.id))
      .orderBy(memberships.id)
  ).map(({ id, role, leftAt }) => [id, role, leftAt]);

const events = async () =>
  (
    await portal.db
      .select({ action: auditEvents.action, after: auditEvents.after })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, group.id))
      .orderBy(auditEvents.id)
  ).map(({ action, after }) => [action, after]);

const isThere = async () => (await portal.db.$count(groups, eq(groups.id, group.id))) === 1;

test('managers of a group with another one become again what they were, unless they enrolled or were changed', async () => {
  const { db } = portal;
  const other = await join();
  const [fresh, again, promoted, enrolled] = [await join(), await join(), await join(), await join()];
  const demoted = await join('member');
  await buildRegistration(db, { class: await buildClass(db), account: enrolled.account, group });
  const kept = await remove(
    ['member', fresh],
    ['again', again],
    ['role', promoted],
    ['member', enrolled],
    ['member', demoted],
  );
  expect(kept).toEqual([
    [3, IN_USE],
    [4, '成員資料已變更'],
  ]);
  expect(await membershipsLeft()).toEqual([
    [other.id, 'manager', null],
    [again.id, 'member', LATER],
    [promoted.id, 'member', null],
    [enrolled.id, 'manager', null],
    [demoted.id, 'member', null],
  ]);
  expect(await events()).toEqual([
    ['group.end_manager', { accountId: promoted.account.id }],
    ['group.remove_member', { accountId: fresh.account.id }],
    ['group.remove_member', { accountId: again.account.id }],
  ]);
});

describe('a group that the import created', () => {
  test('is removed with its managers, if nobody else is in it', async () => {
    expect(await remove(['group', await join()], ['group', await join()])).toEqual([]);
    expect(await isThere()).toBe(false);
    expect(await events()).toEqual([['group.remove', null]]);
  });

  test('keeps its managers, if somebody else is in it', async () => {
    const [manager, member] = [await join(), await join('member')];
    expect(await remove(['group', manager])).toEqual([[0, IN_USE]]);
    expect(await membershipsLeft()).toEqual([
      [manager.id, 'manager', null],
      [member.id, 'member', null],
    ]);
  });
});

test('a group that was there before stays and keeps its only manager, also if nobody else is in it', async () => {
  const manager = await join();
  expect(await remove(['member', manager])).toEqual([[0, IN_USE]]);
  expect(await membershipsLeft()).toEqual([[manager.id, 'manager', null]]);
});
