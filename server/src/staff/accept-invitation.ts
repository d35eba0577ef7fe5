import { eq } from 'drizzle-orm';
import { hashGuestPassword } from '../accounts/passwords/passwords.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { knowStaff } from './actors.ts';
import { checkStep } from './check-step.ts';
import { findInvited, spendInvitation } from './invitations.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';
import { removeSecondFactors } from './second-factors.ts';
import { staffAccounts, staffSessions } from './tables.ts';
import { refuseWeakStaffPassword } from './weak-password.ts';

export const acceptInvitation = async (
  db: Database,
  { token, newPassword }: { token: string; newPassword: string },
  { now }: { now: Date },
): Promise<number> => {
  const invited = await findInvited(db, token, now);
  if (!invited) throw new Refusal('invitation_ended');
  refuseWeakStaffPassword(newPassword, invited);
  const passwordHash = await hashGuestPassword(newPassword);
  const { staffId } = invited;
  await inTransaction(db, async (tx) => {
    checkStep('accept_invitation', await lockStaff(tx, staffId));
    if (!(await spendInvitation(tx, token, now))) throw new Refusal('invitation_ended');
    await tx.update(staffAccounts).set({ passwordHash }).where(eq(staffAccounts.id, staffId));
    await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
    await removeSecondFactors(tx, staffId);
    const event = { actor: knowStaff(invited), action: 'staff.accept_invitation', staffId } as const;
    await recordStaffEvent(tx, event, now);
  });
  return staffId;
};
