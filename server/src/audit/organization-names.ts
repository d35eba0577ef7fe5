import { organizations } from '../catalogue/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { ListScope } from '../platform/database/list.ts';
import type { Names } from './event-texts.ts';

export const organizationNames = async (db: Executor): Promise<Names> => {
  const rows = await db.select({ id: organizations.id, name: organizations.name }).from(organizations);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Indexes of lists begin with the organisation. */
export const organizationIds = async (db: Executor, scope: ListScope): Promise<readonly number[]> =>
  scope === 'everywhere' ? [...(await organizationNames(db)).keys()] : scope;
