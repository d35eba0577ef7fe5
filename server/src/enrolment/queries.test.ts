import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { findOrganizationOfClass, findRegistrations } from './queries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a registration names the group whose managers may pay for it', async () => {
  const trainingClass = await buildClass(portal.db);
  const [, group] = [await buildGroup(portal.db), await buildGroup(portal.db)];
  const [person, member, manager] = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db),
  ];
  await buildMembership(portal.db, { group, account: member });
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  const groupOf = async (account: { id: number }, through?: { id: number }) => {
    const wanted = { class: trainingClass, account, ...(through && { group: through }) };
    const { id } = await buildRegistration(portal.db, wanted);
    return (await findRegistrations(portal.db, [id]))[0]?.group;
  };
  expect([await groupOf(person), await groupOf(member, group), await groupOf(manager, group)]).toEqual([
    null,
    group.name,
    null,
  ]);
});

test('the organisation of a class is found once the class is published', async () => {
  const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const [here, other, draft] = [
    await buildClass(portal.db),
    await buildClass(portal.db, { organizationId: there.id }),
    await buildClass(portal.db, { publishedAt: null }),
  ];
  expect(await findOrganizationOfClass(portal.db, here.code)).toBe(here.organizationId);
  expect(await findOrganizationOfClass(portal.db, other.code)).toBe(there.id);
  expect(await findOrganizationOfClass(portal.db, draft.code)).toBeNull();
  expect(await findOrganizationOfClass(portal.db, 'NONE')).toBeNull();
});
