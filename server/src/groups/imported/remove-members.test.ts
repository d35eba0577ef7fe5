import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { setRole } from '../set-role.ts';
import { memberships } from '../tables.ts';
import type { AddedMember } from './imported-member.ts';
import { removeImportedMembers } from './remove-members.ts';

const LATER = new Date(NOW.getTime() + 3_600_000);
const context = { actor: decidingStaff(), now: LATER };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const remove = (added: readonly AddedMember[]) =>
  inTransaction(portal.db, (tx) => removeImportedMembers(tx, added, context));

test('members leave unless they enrolled or were changed since; former members are former again', async () => {
  const { db } = portal;
  const group = await buildGroup(db);
  const join = async (more: { role?: 'manager'; leftAt?: Date } = {}) => {
    const account = await buildAccount(db);
    return { account, membershipId: (await buildMembership(db, { group, account, ...more })).id };
  };
  const [fresh, again, enrolled, promoted, left] = [
    await join(),
    await join(),
    await join(),
    await join({ role: 'manager' }),
    await join({ leftAt: NOW }),
  ];
  await buildRegistration(db, { class: await buildClass(db), account: enrolled.account, group });
  const added = [fresh, again, enrolled, promoted, left].map(({ membershipId }, row) => ({
    ...{ row, membershipId },
    how: membershipId === again.membershipId ? ('again' as const) : ('member' as const),
  }));
  expect([...(await remove(added))]).toEqual([
    [2, '已由此團體報名'],
    [3, '成員資料已變更'],
    [4, '成員資料已變更'],
  ]);
  const stayed = await db
    .select({ id: memberships.id, role: memberships.role, leftAt: memberships.leftAt })
    .from(memberships)
    .where(eq(memberships.groupId, group.id))
    .orderBy(memberships.id);
  expect(stayed).toEqual([
    { id: again.membershipId, role: 'member', leftAt: LATER },
    { id: enrolled.membershipId, role: 'member', leftAt: null },
    { id: promoted.membershipId, role: 'manager', leftAt: null },
    { id: left.membershipId, role: 'member', leftAt: NOW },
  ]);
  const events = await db
    .select({ action: auditEvents.action, after: auditEvents.after })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, group.id))
    .orderBy(auditEvents.id);
  expect(events).toEqual(
    [fresh, again].map(({ account }) => ({
      action: 'group.remove_member',
      after: { accountId: account.id },
    })),
  );
});

test('a member who becomes manager at the same moment stays', async () => {
  const { db } = portal;
  const [group, account] = [await buildGroup(db), await buildAccount(db)];
  const { id: membershipId } = await buildMembership(db, { group, account });
  const of = { groupId: group.id, accountId: account.id };
  const kept = await actDuring(
    db,
    (tx) => setRole(tx, { ...of, role: 'manager', reason: '職務調整' }, context),
    () => remove([{ row: 2, membershipId, how: 'member' }]),
  );
  expect([...kept]).toEqual([[2, '成員資料已變更']]);
  expect(await db.$count(memberships, eq(memberships.id, membershipId))).toBe(1);
});
