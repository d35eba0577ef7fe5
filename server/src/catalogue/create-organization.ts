import type { Executor } from '../platform/database.ts';
import { organizations } from './tables.ts';

/** `position` is its place in every list of organisations. */
export const createOrganization = async (
  tx: Executor,
  organization: { id: number; code: string; name: string; position: number },
): Promise<void> => {
  await tx.insert(organizations).values(organization);
};
