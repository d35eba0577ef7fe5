import type { GroupRole } from '@portal/contract/office/groups';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { groupManagerEndedLetter, groupManagerLetter } from './letters.ts';
import { lockGroup, refuseLastManager } from './lock-group.ts';
import { findRole } from './queries.ts';
import { queueMembershipMail } from './queue-membership-mail.ts';
import { memberships } from './tables.ts';

interface RoleChange {
  readonly groupId: number;
  readonly accountId: number;
  readonly role: GroupRole;
  readonly reason: string;
}

const steps = {
  manager: { action: 'group.make_manager', letter: groupManagerLetter },
  member: { action: 'group.end_manager', letter: groupManagerEndedLetter },
} as const;

/** Lock the group first. */
export const storeRole = async (
  tx: Tx,
  { groupId, accountId, role, reason }: RoleChange,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  if (role === 'member') await refuseLastManager(tx, { groupId, accountId });
  const { rowCount } = await tx
    .update(memberships)
    .set({ role })
    .where(
      and(eq(memberships.groupId, groupId), eq(memberships.accountId, accountId), isNull(memberships.leftAt)),
    );
  // A manager may remove the person meanwhile.
  if (rowCount !== 1) throw new Refusal('member_unknown');
  const event = { actor, action: steps[role].action, subject: 'group', subjectId: groupId } as const;
  await recordEvent(tx, { ...event, after: { accountId, reason } }, now);
};

/** Someone who has the role already keeps it. */
export const setRole = async (tx: Tx, change: RoleChange, { actor, now }: Context<Staff>): Promise<void> => {
  const { groupId, accountId, role } = change;
  const group = await lockGroup(tx, groupId, actor);
  const present = await findRole(tx, { groupId, accountId });
  if (present === null) throw new Refusal('member_unknown');
  if (present === role) return;
  await storeRole(tx, change, { actor, now });
  await queueMembershipMail(tx, steps[role].letter, { group, accountId }, { actor, now });
};
