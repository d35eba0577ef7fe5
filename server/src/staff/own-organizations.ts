import type { Organization } from '@portal/contract/office/staff';
import { asc, inArray } from 'drizzle-orm';
import { organizations } from '../catalogue/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Staff } from './actors.ts';

export const findOwnOrganizations = (db: Executor, { grants }: Staff): Promise<Organization[]> => {
  const isEverywhere = grants.some(({ organizationId }) => organizationId === null);
  const ids = grants.flatMap(({ organizationId }) => organizationId ?? []);
  return db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(isEverywhere ? undefined : inArray(organizations.id, ids))
    .orderBy(asc(organizations.position), asc(organizations.id));
};
