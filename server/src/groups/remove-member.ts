import { and, eq, isNull, sql } from 'drizzle-orm';
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

/** Marks an ordinary member as having left; their seats stay. False when there is no such member. */
export const removeMember = async (
  tx: Tx,
  { groupId, accountId }: Membership,
  { actor, now }: Circumstances,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(memberships)
    // Who adds and who removes them may come at once, and not in the order of their clocks.
    .set({ leftAt: sql`greatest(${memberships.joinedAt}, ${now})` })
    .where(
      and(
        eq(memberships.groupId, groupId),
        eq(memberships.accountId, accountId),
        eq(memberships.role, 'member'),
        isNull(memberships.leftAt),
      ),
    );
  if (rowCount !== 1) return false;
  const event = { actor, action: 'group.remove_member', subject: 'group', subjectId: groupId };
  await recordEvent(tx, { ...event, before: { accountId } }, now);
  return true;
};
