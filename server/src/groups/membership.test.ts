import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { auditEvents } from '../audit/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { addMembership } from './add-membership.ts';
import { createGroup } from './create-group.ts';
import { endMembership } from './end-membership.ts';
import { endMemberships } from './end-memberships.ts';
import { findRole } from './queries.ts';
import { memberships } from './tables.ts';

const LATER = new Date(NOW.getTime() + 86_400_000);
let portal: TestPortal;
let groupId: number;
let managerId: number;
let accountId: number;
let serial = 0;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  managerId = (await buildAccount(portal.db)).id;
  accountId = (await buildAccount(portal.db)).id;
  serial += 1;
  groupId = await portal.db.transaction((tx) =>
    createGroup(
      tx,
      { ...newGroup(), managerIds: [managerId], reason: '公司名冊' },
      { actor: decidingStaff(), now: NOW },
    ),
  );
});

const newGroup = () => ({ code: `TEAM-${serial}`, name: '藍海救生隊', organizationId: null });
const add = (now = NOW) =>
  portal.db.transaction((tx) => addMembership(tx, { groupId, accountId }, { actor: decidingStaff(), now }));
const remove = (of = accountId, now = NOW) =>
  portal.db.transaction((tx) =>
    endMembership(tx, { groupId, accountId: of }, { actor: decidingStaff(), now }),
  );
const rows = () =>
  portal.db
    .select({ accountId: memberships.accountId, role: memberships.role, leftAt: memberships.leftAt })
    .from(memberships)
    .where(eq(memberships.groupId, groupId))
    .orderBy(memberships.accountId);
const manager = () => ({ accountId: managerId, role: 'manager', leftAt: null });

test('the event of a new group names its creator and its managers, and says why', async () => {
  const [event] = await portal.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'group.create'), eq(auditEvents.subjectId, groupId)));
  expect(event).toMatchObject({ actor: 'staff:1', at: NOW });
  expect(event?.after).toEqual({ ...newGroup(), managerIds: [managerId], reason: '公司名冊' });
});

test('a member is added once', async () => {
  expect(await add()).toBe(true);
  expect(await add()).toBe(false);
  expect(await rows()).toEqual([manager(), { accountId, role: 'member', leftAt: null }]);
});

test('a member is added once, also by twenty simultaneous calls', async () => {
  const added = await Promise.all(Array.from({ length: 20 }, () => add()));
  expect(added.filter(Boolean).length).toBe(1);
});

test('the row of a former member is kept, and they may come back', async () => {
  await add();
  expect(await remove()).toBe(true);
  expect(await remove()).toBe(false);
  expect(await rows()).toEqual([manager(), { accountId, role: 'member', leftAt: NOW }]);
  expect(await add(LATER)).toBe(true);
  expect(await rows()).toEqual([manager(), { accountId, role: 'member', leftAt: null }]);
});

test('a member who is removed from one group stays in the other', async () => {
  const other = await buildGroup(portal.db);
  await buildMembership(portal.db, { group: other, account: { id: accountId } });
  await add();
  expect(await remove()).toBe(true);
  expect(await findRole(portal.db, { groupId: other.id, accountId })).toBe('member');
});

test('a manager is never removed or demoted', async () => {
  expect(await remove(managerId)).toBe(false);
  accountId = managerId;
  expect(await add()).toBe(false);
  expect(await rows()).toEqual([manager()]);
});

test('the events of a member give the reason of staff, if there is one', async () => {
  const by = { actor: decidingStaff(), now: NOW };
  for (const given of [{}, { reason: '離職' }])
    await inTransaction(portal.db, async (tx) => {
      await addMembership(tx, { groupId, accountId, ...given }, by);
      await endMembership(tx, { groupId, accountId, ...given }, by);
    });
  const events = await portal.db
    .select({ after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'group'), eq(auditEvents.subjectId, groupId)))
    .orderBy(auditEvents.id);
  expect(events.slice(1).map(({ after }) => after)).toEqual([
    { accountId },
    null,
    { accountId, reason: '離職' },
    { reason: '離職' },
  ]);
});

test('a new group with a code that the database does not take fails with its error', async () => {
  const creation = inTransaction(portal.db, (tx) =>
    createGroup(
      tx,
      { ...newGroup(), code: 'member', managerIds: [managerId] },
      { actor: decidingStaff(), now: NOW },
    ),
  );
  expect(violatedConstraint(await creation.catch((error: unknown) => error))).toBe('groups_code');
});

test('an erased person leaves their groups; former memberships and other people stay', async () => {
  const account = { id: accountId };
  const former = await buildGroup(portal.db);
  await buildMembership(portal.db, { group: former, account, leftAt: NOW });
  const managed = await buildGroup(portal.db);
  await buildMembership(portal.db, { group: managed, account, role: 'manager' });
  await add();
  const { rows: ended } = await inTransaction(portal.db, (tx) => endMemberships(tx, accountId, LATER));
  expect(ended).toBe(2);
  const own = await portal.db
    .select({ groupId: memberships.groupId, role: memberships.role, leftAt: memberships.leftAt })
    .from(memberships)
    .where(eq(memberships.accountId, accountId))
    .orderBy(memberships.groupId);
  expect(own).toEqual([
    { groupId, role: 'member', leftAt: LATER },
    { groupId: former.id, role: 'member', leftAt: NOW },
    { groupId: managed.id, role: 'member', leftAt: LATER },
  ]);
  expect((await rows())[0]).toEqual(manager());
});
