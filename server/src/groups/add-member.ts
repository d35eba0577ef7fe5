import { sql } from 'drizzle-orm';
import { recordEvent } from '../platform/audit.ts';
import type { Tx } from '../platform/database.ts';
import { memberships } from './tables.ts';

interface Membership {
  readonly groupId: number;
  readonly accountId: number;
}

interface Circumstances {
  /** Who does it, as events say. */
  readonly actor: string;
  readonly now: Date;
}

/** Makes the person an ordinary member; somebody who left comes back. False when they are in the group already. */
export const addMember = async (
  tx: Tx,
  { groupId, accountId }: Membership,
  { actor, now }: Circumstances,
): Promise<boolean> => {
  const { rowCount } = await tx
    .insert(memberships)
    .values({ groupId, accountId, role: 'member', joinedAt: now })
    .onConflictDoUpdate({
      target: [memberships.groupId, memberships.accountId],
      set: { leftAt: null, joinedAt: now },
      setWhere: sql`${memberships.leftAt} is not null`,
    });
  if (rowCount !== 1) return false;
  const event = { actor, action: 'group.add_member', subject: 'group', subjectId: groupId };
  await recordEvent(tx, { ...event, after: { accountId } }, now);
  return true;
};
