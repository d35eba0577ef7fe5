import { MAX_GROUP_PEOPLE } from '@portal/contract/groups';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership, fillGroup } from '../../../test/factories/group.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { addByStaff } from '../add-by-staff.ts';
import { groups } from '../tables.ts';
import { addImportedMembers } from './add-imported.ts';
import type { ImportedMember } from './imported-member.ts';

const context = { actor: decidingStaff(), now: NOW };

let portal: TestPortal;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  organizationId = (await buildOrganization(portal.db)).id;
});
afterAll(() => portal.close());

type Role = ImportedMember['role'];
interface Row {
  code: string;
  account: { id: number };
  role?: Role;
}

const person = () => buildAccount(portal.db, { organizationId });
const add = (...rows: readonly Row[]) => {
  const wanted = rows.map(({ code, account, role = 'member' }, row) => ({
    ...{ row, code, role, accountId: account.id },
    ...{ group: `團體 ${code}`, organizationId },
  }));
  return inTransaction(portal.db, (tx) => addImportedMembers(tx, wanted, context));
};
const outcomes = async (...rows: readonly Row[]) =>
  (await add(...rows)).map(({ row, how }) => [row, how]).toSorted();

const eventsOf = async (groupId: number) =>
  (
    await portal.db
      .select({ action: auditEvents.action, after: auditEvents.after })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, groupId))
      .orderBy(auditEvents.id)
  ).map(({ action, after }) => [action, after]);

describe('a group that does not exist', () => {
  test('is created with its managers; its event names them alone', async () => {
    const [first, second, member] = [await person(), await person(), await person()];
    const code = 'NEW-1';
    const found = await outcomes(
      { code, account: member },
      { code, account: first, role: 'manager' },
      { code, account: second, role: 'manager' },
    );
    expect(found).toEqual([
      [0, 'group'],
      [1, 'group'],
      [2, 'group'],
    ]);
    const [group] = await portal.db.select().from(groups).where(eq(groups.code, code));
    const name = `團體 ${code}`;
    expect(group).toMatchObject({ name, organizationId });
    expect(await eventsOf(group?.id ?? 0)).toEqual([
      ['group.create', { code, name, organizationId, managerIds: [first.id, second.id] }],
      ['group.add_member', { accountId: member.id }],
    ]);
  });

  test('is not created without a manager', async () => {
    expect(await outcomes({ code: 'NONE-1', account: await person() })).toEqual([]);
    expect(await portal.db.$count(groups, eq(groups.code, 'NONE-1'))).toBe(0);
  });
});

test('people of a group that exists are added, readmitted or made managers, each with their events', async () => {
  const group = await buildGroup(portal.db);
  const [member, former, manager, promoted] = [
    await person(),
    await person(),
    await person(),
    await person(),
  ];
  await buildMembership(portal.db, { group, account: former, leftAt: NOW });
  await buildMembership(portal.db, { group, account: promoted });
  const { code } = group;
  const found = await outcomes(
    { code, account: member },
    { code, account: former },
    { code, account: manager, role: 'manager' },
    { code, account: promoted, role: 'manager' },
  );
  expect(found).toEqual([
    [0, 'member'],
    [1, 'again'],
    [2, 'member'],
    [3, 'role'],
  ]);
  const events = await eventsOf(group.id);
  const about = (action: string) => events.filter(([each]) => each === action).map(([, after]) => after);
  const ids = (...accounts: { id: number }[]) => accounts.map(({ id: accountId }) => ({ accountId }));
  expect(about('group.add_member')).toEqual(expect.arrayContaining(ids(member, former, manager)));
  expect(about('group.make_manager')).toEqual(expect.arrayContaining(ids(manager, promoted)));
  expect(events).toHaveLength(5);
});

describe('a group takes no more people than its limit', () => {
  test('without counting former members', async () => {
    const [group, other, former] = [await buildGroup(portal.db), await buildGroup(portal.db), await person()];
    await buildMembership(portal.db, { group, account: former, leftAt: NOW });
    await fillGroup(portal.db, group, MAX_GROUP_PEOPLE - 1);
    const [one, two] = [await person(), await person()];
    const found = await outcomes(
      ...[group, other].flatMap(({ code }) => [one, two].map((account) => ({ code, account }))),
    );
    expect(found).toEqual([
      [0, 'member'],
      [2, 'member'],
      [3, 'member'],
    ]);
  });

  test('also if staff add somebody at the same moment', async () => {
    const group = await buildGroup(portal.db);
    await fillGroup(portal.db, group, MAX_GROUP_PEOPLE - 1);
    const [one, two] = [await person(), await person()];
    const addition = { groupId: group.id, accountId: one.id, role: 'member', reason: '公司名冊' } as const;
    const added = await actDuring(
      portal.db,
      (tx) => addByStaff(tx, addition, context),
      () => add({ code: group.code, account: two }),
    );
    expect(added).toEqual([]);
  });
});
