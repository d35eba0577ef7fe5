import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { memberships } from './tables.ts';

interface Membership {
  readonly groupId: number;
  readonly accountId: number;
}

/** Makes the person an ordinary member; somebody who left comes back. False when they are in the group already. */
export const addMember = async (tx: Tx, { groupId, accountId }: Membership, now: Date): Promise<boolean> => {
  const { rowCount } = await tx
    .insert(memberships)
    .values({ groupId, accountId, role: 'member', joinedAt: now })
    .onConflictDoUpdate({
      target: [memberships.groupId, memberships.accountId],
      set: { leftAt: null, joinedAt: now },
      setWhere: sql`${memberships.leftAt} is not null`,
    });
  return rowCount === 1;
};
