import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { mayManage } from './policy.ts';
import { groups, memberships } from './tables.ts';

/** A group that the acting staff look after, locked until the end of the transaction. */
export const lockGroup = async (tx: Tx, id: number, actor: Staff) => {
  const [group] = await tx.select().from(groups).where(eq(groups.id, id)).for('no key update');
  if (!group || !mayManage(actor, group)) throw new Refusal('not_found');
  return group;
};

/** Lock the group first. Throws if the person is its only manager. */
export const refuseLastManager = async (
  tx: Tx,
  { groupId, accountId }: { groupId: number; accountId: number },
): Promise<void> => {
  const managers = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), eq(memberships.role, 'manager')));
  if (managers.every((manager) => manager.accountId === accountId)) throw new Refusal('group_last_manager');
};
