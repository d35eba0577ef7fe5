import type { StaffForm } from '@portal/contract/office/staff';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { replaceGrants } from '../roles.ts';
import { checkStep } from '../sign-in/check-step.ts';
import { stateOf } from '../states.ts';
import { staffAccounts } from '../tables.ts';
import { createInvitation, type Invitation, mailInvitation } from './invitations.ts';
import { findStaffName, queueAccountMail } from './queue-account-mail.ts';

export interface Invited {
  readonly staffId: number;
  readonly invitation: Invitation;
  /** The account has an owner, who alone may read the link. */
  readonly isActive: boolean;
}

interface Invitee {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly renewedBy?: string;
}

const invite = async (tx: Tx, invited: Invitee, now: Date): Promise<Invited> => {
  const invitation = await createInvitation(tx, invited.id, now);
  await mailInvitation(tx, invited, invitation, now);
  return { staffId: invited.id, invitation, isActive: invited.renewedBy !== undefined };
};

export const inviteStaff = async (
  tx: Tx,
  { email, name, roles }: StaffForm,
  { actor, now }: Context,
): Promise<Invited> => {
  const [made] = await tx
    .insert(staffAccounts)
    .values({ email, name, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: staffAccounts.id });
  if (!made) throw new Refusal('staff_email_taken');
  await replaceGrants(tx, { staffId: made.id, grants: roles }, now);
  const after = { email, name, roles };
  await recordStaffEvent(tx, { actor, action: 'staff.invite', staffId: made.id, after }, now);
  return invite(tx, { id: made.id, email, name }, now);
};

/** The password stays until the link is used. */
export const inviteAgain = async (
  tx: Tx,
  { staffId }: { staffId: number },
  { actor, now }: Context,
): Promise<Invited> => {
  const found = await lockStaff(tx, staffId);
  checkStep('invite_again', found);
  await recordStaffEvent(tx, { actor, action: 'staff.invite_again', staffId }, now);
  if (stateOf(found) !== 'active') return invite(tx, found, now);
  await queueAccountMail(tx, { owner: found, act: 'renew_link' }, { actor, now });
  const renewedBy = await findStaffName(tx, actor);
  return invite(tx, { ...found, renewedBy }, now);
};
