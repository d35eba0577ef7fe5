import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { memberships } from './tables.ts';

interface Membership {
  readonly groupId: number;
  readonly accountId: number;
  /** The reason that staff give. */
  readonly reason?: string;
}

/** Returns false if the person is not in the group, or manages it. */
export const endMembership = async (
  tx: Tx,
  { groupId, accountId, reason }: Membership,
  { actor, now }: Context,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(memberships)
    // A concurrent addition may carry a later time than `now`; nobody may leave before they joined.
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
  const event = { actor, action: 'group.remove_member', subject: 'group', subjectId: groupId } as const;
  const after = reason === undefined ? undefined : { reason };
  await recordEvent(tx, { ...event, before: { accountId }, after }, now);
  return true;
};
