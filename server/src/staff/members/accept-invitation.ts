import { eq } from 'drizzle-orm';
import { hashGuestPassword } from '../../accounts/passwords/passwords.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { identifyStaff } from '../actors.ts';
import { hasSecondFactor } from '../factors/second-factors.ts';
import { endResetLinks } from '../forgotten/reset-links.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { checkStep } from '../sign-in/check-step.ts';
import { refuseWeakStaffPassword } from '../sign-in/weak-password.ts';
import { stateOf } from '../states.ts';
import { staffAccounts, staffSessions } from '../tables.ts';
import { findInvited, spendInvitation } from './invitations.ts';
import { queueAccountMail } from './queue-account-mail.ts';

interface Accepted {
  readonly staffId: number;
  readonly hasSecondFactor: boolean;
}

/** Sets the password and ends the sessions. Second factors stay. */
export const acceptInvitation = async (
  db: Database,
  { token, newPassword }: { token: string; newPassword: string },
  { now }: { now: Date },
): Promise<Accepted> => {
  const invited = await findInvited(db, token, now);
  if (!invited) throw new Refusal('invitation_ended');
  refuseWeakStaffPassword(newPassword, invited);
  const passwordHash = await hashGuestPassword(newPassword);
  const { staffId } = invited;
  return inTransaction(db, async (tx) => {
    const owner = await lockStaff(tx, staffId);
    checkStep('accept_invitation', owner);
    if (!(await spendInvitation(tx, token, now))) throw new Refusal('invitation_ended');
    await tx.update(staffAccounts).set({ passwordHash }).where(eq(staffAccounts.id, staffId));
    await endResetLinks(tx, staffId, now);
    await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
    const actor = identifyStaff(invited);
    await recordStaffEvent(tx, { actor, action: 'staff.accept_invitation', staffId }, now);
    if (stateOf(owner) === 'active')
      await queueAccountMail(tx, { owner, act: 'set_password' }, { actor, now });
    return { staffId, hasSecondFactor: await hasSecondFactor(tx, staffId) };
  });
};
