import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findGroupClasses, findGroupPeople, findOwnGroup, findOwnGroups } from '../../src/groups/queries.ts';
import type { TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildRegistration } from '../factories/registration.ts';
import { FILLING, openFilledPortal } from './fill.ts';
import { fullScans } from './plans.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openFilledPortal();
}, FILLING);
afterAll(() => portal.close({ broken: true }));

const buildTeam = async () => {
  const group = await buildGroup(portal.db);
  const [manager, member, other] = await Promise.all([1, 2, 3].map(() => buildAccount(portal.db)));
  if (!manager || !member || !other) throw new Error('nobody');
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  for (const account of [member, other]) await buildMembership(portal.db, { group, account });
  return { group, member };
};

const BIG = ['accounts', 'memberships', 'groups', 'classes', 'registrations'];

const scansOfGroups = async () => {
  const { group, member } = await buildTeam();
  const trainingClass = await buildClass(portal.db);
  await buildRegistration(portal.db, { class: trainingClass, account: member, group });
  const scans = await fullScans(portal.db, async (db) => {
    expect(await findOwnGroups(db, member.id)).toHaveLength(1);
    expect(await findOwnGroup(db, { code: group.code, accountId: member.id })).not.toBeNull();
    expect(await findGroupPeople(db, group.id)).toHaveLength(3);
    expect(await findGroupClasses(db, group.id)).toHaveLength(1);
  });
  expect(Object.keys(scans).toSorted()).toEqual([
    'find_group_classes',
    'find_group_people',
    'find_own_group',
    'find_own_groups',
  ]);
  return Object.values(scans)
    .flat()
    .filter((table) => BIG.includes(table));
};

test('no query about groups scans a big table', async () => {
  expect(await scansOfGroups()).toEqual([]);
});

test('control: without its index a query scans one', async () => {
  await portal.db.execute(sql`drop index memberships_account`);
  expect(await scansOfGroups()).toContain('memberships');
});
