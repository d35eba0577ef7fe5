import type { RoleGrant } from '@portal/contract/rights';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildOrganization } from '../../test/factories/catalogue.ts';
import { buildStaff, grant } from '../../test/factories/staff.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findGrants, replaceGrants } from './roles.ts';
import { staffFormerRoles, staffRoles } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const replace = (staffId: number, grants: readonly RoleGrant[]) =>
  inTransaction(portal.db, (tx) => replaceGrants(tx, { staffId, grants }, NOW));

test('roles take the place of all former ones, in the order given', async () => {
  const [branch, staff] = [await buildOrganization(portal.db), await buildStaff(portal.db)];
  await replace(staff.id, [grant('officer', branch.id)]);
  const grants = [grant('editor'), grant('auditor', branch.id), grant('cashier', branch.id)];
  await replace(staff.id, grants);
  // Rewriting a row and its index entries moves it to the end.
  for (const [from, to] of [['editor', 'admin'] as const, ['admin', 'editor'] as const]) {
    await portal.db.update(staffRoles).set({ role: to }).where(eq(staffRoles.role, from));
  }
  expect(await findGrants(portal.db, staff.id)).toEqual(grants);
});

test('roles that are taken away are kept as former ones, those that stay are not', async () => {
  const [branch, staff] = [await buildOrganization(portal.db), await buildStaff(portal.db)];
  await replace(staff.id, [grant('officer', branch.id), grant('cashier', branch.id)]);
  await replace(staff.id, [grant('officer', branch.id)]);
  const former = await portal.db
    .select({ role: staffFormerRoles.role, until: staffFormerRoles.until })
    .from(staffFormerRoles)
    .where(and(eq(staffFormerRoles.staffId, staff.id), eq(staffFormerRoles.organizationId, branch.id)));
  expect(former).toEqual([{ role: 'cashier', until: NOW }]);
});

test('a role that moves to another branch is kept as a former one of the first', async () => {
  const first = await buildOrganization(portal.db);
  const second = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const staff = await buildStaff(portal.db);
  await replace(staff.id, [grant('officer', first.id), grant('cashier', first.id)]);
  await replace(staff.id, [grant('officer', second.id), grant('cashier', first.id)]);
  const former = await portal.db
    .select({ role: staffFormerRoles.role, organizationId: staffFormerRoles.organizationId })
    .from(staffFormerRoles)
    .where(eq(staffFormerRoles.staffId, staff.id));
  expect(former).toEqual([grant('officer', first.id)]);
});

test('an administrator of one branch is refused, also among other roles', async () => {
  const [branch, staff] = [await buildOrganization(portal.db), await buildStaff(portal.db)];
  for (const grants of [
    [grant('admin', branch.id)],
    [grant('officer', branch.id), grant('admin', branch.id)],
  ]) {
    await expect(replace(staff.id, grants)).rejects.toMatchObject({ code: 'staff_role_scope' });
  }
});

test('a branch that does not exist is refused, and a fault is not called one', async () => {
  const staff = await buildStaff(portal.db);
  await expect(replace(staff.id, [grant('officer', 999_999)])).rejects.toMatchObject({
    code: 'organization_unknown',
  });
  await expect(replace(999_999, [grant('officer')])).rejects.not.toBeInstanceOf(Refusal);
});
