import type { Organization } from '@portal/contract/office/scope';
import { asc, inArray } from 'drizzle-orm';
import { organizations } from '../catalogue/tables.ts';
import type { Executor } from '../platform/database.ts';
import type { Staff } from './actors.ts';

export const findOwnOrganizations = (db: Executor, { grants }: Staff): Promise<Organization[]> => {
  const ids = grants.map(({ organizationId }) => organizationId);
  return db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(
      ids.includes(null)
        ? undefined
        : inArray(
            organizations.id,
            ids.filter((id) => id !== null),
          ),
    )
    .orderBy(asc(organizations.position), asc(organizations.id));
};
