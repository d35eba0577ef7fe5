import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { endMembership } from './end-membership.ts';
import { groupRemovedLetter } from './letters.ts';
import { lockGroup } from './lock-group.ts';
import { findRole } from './queries.ts';
import { queueMembershipMail } from './queue-membership-mail.ts';
import { storeRole } from './set-role.ts';

interface Removal {
  readonly groupId: number;
  readonly accountId: number;
  readonly reason: string;
}

/** The person keeps their seats. */
export const removeByStaff = async (
  tx: Tx,
  { groupId, accountId, reason }: Removal,
  by: Context<Staff>,
): Promise<void> => {
  const group = await lockGroup(tx, groupId, by.actor);
  const role = await findRole(tx, { groupId, accountId });
  if (role === 'manager') await storeRole(tx, { groupId, accountId, role: 'member', reason }, by);
  // A manager may remove the person meanwhile.
  const removed = await endMembership(tx, { groupId, accountId, reason }, by);
  if (!removed) throw new Refusal('member_unknown');
  await queueMembershipMail(tx, groupRemovedLetter, { group, accountId }, by);
};
