import { sql } from 'drizzle-orm';
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

/** Adds a person, or readmits a former member. Returns false if the person is in the group already. */
export const addMembership = async (
  tx: Tx,
  { groupId, accountId, reason }: Membership,
  { actor, now }: Context,
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
  const event = { actor, action: 'group.add_member', subject: 'group', subjectId: groupId } as const;
  await recordEvent(tx, { ...event, after: { accountId, reason } }, now);
  return true;
};
