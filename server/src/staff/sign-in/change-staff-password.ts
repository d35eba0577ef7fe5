import type { StaffPasswordForm } from '@portal/contract/office/staff';
import { and, eq, ne } from 'drizzle-orm';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { checkPassword, reportWaitUnder } from '../../accounts/sign-in/sign-in-budget.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { endResetLinks } from '../forgotten/reset-links.ts';
import { findByEmail, lockUnchanged } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffAccounts, staffSessions } from '../tables.ts';
import { attemptOfSession, type SessionOwner } from './proof-attempts.ts';
import { refuseWeakStaffPassword } from './weak-password.ts';

interface Owner extends SessionOwner {
  readonly name: string;
  readonly email: string;
}

export const checkOwnPassword = async (
  db: Database,
  password: string,
  { actor, now }: { actor: SessionOwner & { readonly email: string }; now: Date },
): Promise<string> => {
  const stored = (await findByEmail(db, actor.email))?.passwordHash ?? null;
  const attempt = attemptOfSession('password', actor, now);
  const right = await checkPassword(db, attempt, stored, password).catch(reportWaitUnder('password'));
  if (!right || stored === null) throw new Refusal('old_password_wrong');
  return stored;
};

export const changeStaffPassword = async (
  db: Database,
  { password, newPassword }: StaffPasswordForm,
  { actor, now }: { actor: Owner; now: Date },
): Promise<void> => {
  const { staffId, sessionId } = actor;
  const stored = await checkOwnPassword(db, password, { actor, now });
  refuseWeakStaffPassword(newPassword, actor);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, staffId, stored))) throw new Refusal('old_password_wrong');
    await tx.update(staffAccounts).set({ passwordHash }).where(eq(staffAccounts.id, staffId));
    await endResetLinks(tx, staffId, now);
    await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.staffId, staffId), ne(staffSessions.id, sessionId)));
    const event = { actor, action: 'staff.change_password', staffId } as const;
    await recordStaffEvent(tx, event, now);
  });
};
