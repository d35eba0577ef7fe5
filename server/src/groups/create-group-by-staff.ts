import type { NewGroupForm } from '@portal/contract/office/groups';
import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { requireCandidate } from './add-by-staff.ts';
import { createGroup } from './create-group.ts';
import { groupManagerLetter } from './letters.ts';
import { mayManage } from './policy.ts';
import { queueMembershipMail } from './queue-membership-mail.ts';

/** Creates a group with its first manager. */
export const createGroupByStaff = async (
  tx: Tx,
  { accountId, ...form }: NewGroupForm,
  by: Context<Staff>,
): Promise<number> => {
  if (!mayManage(by.actor, form)) throw new Refusal('class_organization_unknown');
  await requireCandidate(tx, accountId, by);
  const id = await createGroup(tx, { ...form, managerIds: [accountId] }, by);
  await queueMembershipMail(tx, groupManagerLetter, { group: form, accountId }, by);
  return id;
};
