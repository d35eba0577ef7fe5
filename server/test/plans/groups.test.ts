import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findGroupClasses, findGroupPeople, findOwnGroup, findOwnGroups } from '../../src/groups/queries.ts';
import { openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildRegistration } from '../factories/registration.ts';
import { fullScans } from './plans.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close({ broken: true }));

const buildTeam = async () => {
  const group = await buildGroup(portal.db);
  const [manager, member, other] = await Promise.all([1, 2, 3].map(() => buildAccount(portal.db)));
  if (!manager || !member || !other) throw new Error('nobody');
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  for (const account of [member, other]) await buildMembership(portal.db, { group, account });
  return { group, member };
};

test('no query about groups scans a big table', async () => {
  const { group, member } = await buildTeam();
  const opening = await buildClass(portal.db);
  await buildRegistration(portal.db, { class: opening, account: member, group });
  await portal.db.execute(sql`
    insert into accounts (country, id_number, password_hash, organization_id, chinese_name, sex, birthday, created_at,
      updated_at)
    select 'local', 'W1' || lpad(n::text, 8, '0'), password_hash, organization_id, chinese_name, sex, birthday, created_at, updated_at
    from accounts, generate_series(1, 12000) n where id = ${member.id}`);
  await portal.db.execute(sql`
    insert into groups (code, name, created_at) select 'BULK-' || n, '大團體', now() from generate_series(1, 3000) n`);
  await portal.db.execute(sql`
    insert into memberships (group_id, account_id, role, joined_at)
    select g.id, a.id, 'member', now() from accounts a
    join groups g on g.code = 'BULK-' || (1 + a.id % 3000) where a.id_number like 'W1%'`);
  await portal.db.execute(sql`
    insert into classes (code, organization_id, train_class_id, start_time, limit_number, place, contact_name,
      contact_phone, personal_allow, group_allow, fee, created_at)
    select 'BULK-' || n, organization_id, train_class_id, start_time + n * interval '1 hour', 20, place, contact_name,
      contact_phone, true, true, 0, created_at
    from classes, generate_series(1, 12000) n where id = ${opening.id}`);
  // Discards plans made for small tables, those of foreign keys included.
  await portal.db.execute(sql`analyze`);
  await portal.db.execute(sql`
    insert into registrations (class_id, account_id, group_id, state, created_at, updated_at)
    select c.id, m.account_id, m.group_id, 'cancelled', c.created_at, c.created_at from classes c
    join groups g on g.code = 'BULK-' || (1 + c.id % 3000)
    join memberships m on m.group_id = g.id where c.code like 'BULK-%'`);
  await portal.db.execute(sql`analyze`);
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
  const big = ['accounts', 'memberships', 'groups', 'classes', 'registrations'];
  const read = Object.values(scans).flat();
  expect(read.filter((table) => big.includes(table))).toEqual([]);
});
