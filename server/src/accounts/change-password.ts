import type { PasswordForm } from '@portal/contract/passwords';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Trainee } from './gate.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, lockUnchanged, type Person } from './queries.ts';
import { replacePassword } from './replace-password.ts';
import { refuseEndedSession } from './sessions.ts';
import { checkPassword, tellUnder } from './sign-in-budget.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Circumstances } from './with-password.ts';

/** How often a login may make a new hash of the same password between the check and the change. */
const TRIES = 3;

/** false where the password is no longer the one that was checked. */
const replaceChecked = (
  db: Database,
  checked: Person,
  replacement: { passwordHash: string; keepTokenHash: string; now: Date },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const unchanged = await lockUnchanged(tx, { accountId: checked.id, passwordHash: checked.passwordHash });
    if (unchanged) await refuseEndedSession(tx, { tokenHash: replacement.keepTokenHash });
    if (unchanged) await replacePassword(tx, checked, replacement);
    return unchanged;
  });

/**
 * Gives the caller's account a new password; all its other sessions end. The old one is checked on the budget that all
 * passwords share; before it, and at no cost, whether the new one is too weak.
 */
export const changePassword = async (
  db: Database,
  actor: Trainee,
  form: PasswordForm,
  { address, now }: Circumstances,
): Promise<void> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const account = await findAccount(db, actor.accountId);
    refuseWeakPassword('new_password', form.new_password, account);
    const attempted = { account: account.account, address, now };
    const right = await checkPassword(db, attempted, account.passwordHash, form.password).catch(
      tellUnder('password'),
    );
    if (!right) break;
    const passwordHash = await hashPassword(form.new_password);
    if (await replaceChecked(db, account, { passwordHash, keepTokenHash: actor.tokenHash, now })) return;
  }
  throw new Refusal('old_password_wrong');
};
