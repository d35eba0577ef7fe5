import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { groups, memberships } from './tables.ts';

export interface ManagedGroup {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The groups that a person manages, by code. */
export const findManagedGroups = (db: Executor, accountId: number): Promise<ManagedGroup[]> =>
  db
    .select({ id: groups.id, code: groups.code, name: groups.name })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(and(eq(memberships.accountId, accountId), eq(memberships.role, 'manager')))
    .orderBy(groups.code);

/** The accounts of a group's managers and members; who left is not among them. */
export const findGroupAccounts = async (db: Executor, groupId: number): Promise<number[]> => {
  const rows = await db
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), isNull(memberships.leftAt)));
  return rows.map(({ accountId }) => accountId);
};
