import { MAX_GROUP_PEOPLE } from '@portal/contract/groups';
import type { GroupRole } from '@portal/contract/office/groups';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { requireApplicant } from '../enrolment/on-behalf/require-applicant.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { addMembership } from './add-membership.ts';
import { groupAddedLetter, groupManagerLetter } from './letters.ts';
import { lockGroup } from './lock-group.ts';
import { findRole } from './queries.ts';
import { queueMembershipMail } from './queue-membership-mail.ts';
import { storeRole } from './set-role.ts';
import { memberships } from './tables.ts';

interface Addition {
  readonly groupId: number;
  readonly accountId: number;
  readonly role: GroupRole;
  /** How the person agreed. */
  readonly reason: string;
}

/** Throws unless the branch knows the person, or has identified them a short time ago. */
export const requireCandidate = async (tx: Tx, accountId: number, by: Context<Staff>): Promise<void> => {
  const { complete } = await requireApplicant(tx, accountId, by);
  if (!complete) throw new Refusal('member_incomplete');
};

const refuseFullGroup = async (tx: Tx, groupId: number): Promise<void> => {
  const people = await tx.$count(
    memberships,
    and(eq(memberships.groupId, groupId), isNull(memberships.leftAt)),
  );
  if (people >= MAX_GROUP_PEOPLE) throw new Refusal('group_full');
};

export const addByStaff = async (
  tx: Tx,
  { groupId, accountId, role, reason }: Addition,
  by: Context<Staff>,
): Promise<void> => {
  const group = await lockGroup(tx, groupId, by.actor);
  await requireCandidate(tx, accountId, by);
  await refuseFullGroup(tx, groupId);
  // The lock keeps out other staff; a manager may add the person meanwhile.
  if (!(await addMembership(tx, { groupId, accountId, reason }, by))) {
    const present = await findRole(tx, { groupId, accountId });
    throw new Refusal(present === 'manager' ? 'member_is_manager' : 'member_already');
  }
  const isManager = role === 'manager';
  if (isManager) await storeRole(tx, { groupId, accountId, role, reason }, by);
  await queueMembershipMail(tx, isManager ? groupManagerLetter : groupAddedLetter, { group, accountId }, by);
};
