import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { memberships } from './tables.ts';

interface Membership {
  readonly groupId: number;
  readonly accountId: number;
}

/** Marks an ordinary member as having left; their seats stay. False when there is no such member. */
export const removeMember = async (
  tx: Tx,
  { groupId, accountId }: Membership,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(memberships)
    .set({ leftAt: now })
    .where(
      and(
        eq(memberships.groupId, groupId),
        eq(memberships.accountId, accountId),
        eq(memberships.role, 'member'),
        isNull(memberships.leftAt),
      ),
    );
  return rowCount === 1;
};
