import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { mayCreateGroups } from './policy.ts';
import { groups, memberships } from './tables.ts';

interface NewGroup {
  readonly code: string;
  readonly name: string;
  readonly managerIds: readonly number[];
}

export const createGroup = async (
  tx: Tx,
  { code, name, managerIds }: NewGroup,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  if (!mayCreateGroups(actor)) throw new Refusal('forbidden');
  const [group] = await tx.insert(groups).values({ code, name, createdAt: now }).returning({ id: groups.id });
  if (!group) throw new Error('an insert gave no row');
  await tx.insert(memberships).values(
    managerIds.map((accountId) => ({
      groupId: group.id,
      accountId,
      role: 'manager' as const,
      joinedAt: now,
    })),
  );
  const event = { actor, action: 'group.create', subject: 'group', subjectId: group.id } as const;
  await recordEvent(tx, { ...event, after: { code, name, managerIds } }, now);
  return group.id;
};
