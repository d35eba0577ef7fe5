import { organizations } from '../catalogue/tables.ts';
import type { Executor } from '../platform/database.ts';
import type { Names } from './event-texts.ts';

/** The names of all organisations by id. */
export const organizationNames = async (db: Executor): Promise<Names> => {
  const rows = await db.select({ id: organizations.id, name: organizations.name }).from(organizations);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
