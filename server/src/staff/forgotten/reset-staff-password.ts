import type { AcceptForm } from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { hashGuestPassword } from '../../accounts/passwords/passwords.ts';
import { forgiveFailures } from '../../accounts/sign-in/sign-in-budget.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { identifyStaff } from '../actors.ts';
import { hasSecondFactor } from '../factors/second-factors.ts';
import { queueAccountMail } from '../members/queue-account-mail.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { checkStep } from '../sign-in/check-step.ts';
import { refuseWeakStaffPassword } from '../sign-in/weak-password.ts';
import { staffAccounts, staffSessions } from '../tables.ts';
import { findResetOwner, spendResetLink } from './reset-links.ts';

interface Reset {
  readonly staffId: number;
  readonly hasSecondFactor: boolean;
}

/** Sets the password and ends all sessions. Second factors stay, and are needed to sign in. A refused password leaves the link valid. */
export const resetStaffPassword = async (
  db: Database,
  { token, newPassword }: Pick<AcceptForm, 'token' | 'newPassword'>,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<Reset> => {
  const owner = await findResetOwner(db, token, now);
  if (!owner) throw new Refusal('staff_reset_ended');
  refuseWeakStaffPassword(newPassword, owner);
  const passwordHash = await hashGuestPassword(newPassword);
  const { staffId, email } = owner;
  return inTransaction(db, async (tx) => {
    const locked = await lockStaff(tx, staffId);
    checkStep('reset_password', locked);
    if (!(await spendResetLink(tx, token, now))) throw new Refusal('staff_reset_ended');
    await tx.update(staffAccounts).set({ passwordHash }).where(eq(staffAccounts.id, staffId));
    await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
    await forgiveFailures(tx, { account: email, address, now, staff: { id: staffId } });
    const actor = identifyStaff(owner);
    await recordStaffEvent(tx, { actor, action: 'staff.reset_password', staffId }, now);
    await queueAccountMail(tx, { owner: locked, act: 'reset_password' }, { actor, now });
    return { staffId, hasSecondFactor: await hasSecondFactor(tx, staffId) };
  });
};
