import { associationRoles, type RoleGrant } from '@portal/contract/rights';
import { asc, eq } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database/database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { Refusal } from '../platform/errors.ts';
import { staffFormerRoles, staffRoles } from './tables.ts';

export const findGrants = (db: Executor, staffId: number): Promise<RoleGrant[]> =>
  db
    .select({ role: staffRoles.role, organizationId: staffRoles.organizationId })
    .from(staffRoles)
    .where(eq(staffRoles.staffId, staffId))
    .orderBy(asc(staffRoles.id));

const refuseWrongScope = (grants: readonly RoleGrant[]) => {
  if (grants.some(({ role, organizationId }) => associationRoles.includes(role) && organizationId !== null)) {
    throw new Refusal('staff_role_scope');
  }
};

const isSame = (one: RoleGrant, other: RoleGrant): boolean =>
  one.role === other.role && one.organizationId === other.organizationId;

/** Keeps those that are taken away as former roles. Lock the account first. */
export const replaceGrants = async (
  tx: Tx,
  { staffId, grants }: { readonly staffId: number; readonly grants: readonly RoleGrant[] },
  now: Date,
): Promise<void> => {
  refuseWrongScope(grants);
  const former = await findGrants(tx, staffId);
  const lost = former.filter((each) => !grants.some((grant) => isSame(grant, each)));
  if (lost.length > 0)
    await tx.insert(staffFormerRoles).values(lost.map((each) => ({ ...each, staffId, until: now })));
  await tx.delete(staffRoles).where(eq(staffRoles.staffId, staffId));
  try {
    await tx
      .insert(staffRoles)
      .values(grants.map(({ role, organizationId }) => ({ staffId, role, organizationId })))
      .onConflictDoNothing();
  } catch (error) {
    if (violatedConstraint(error) === 'staff_roles_organization_id_organizations_id_fk') {
      throw new Refusal('organization_unknown', { field: 'roles' });
    }
    throw error;
  }
};
