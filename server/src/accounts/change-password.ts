import type { PasswordForm } from '@portal/contract/passwords';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Trainee } from './gate.ts';
import { checkCode, needsCode, useCode } from './password-codes.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, lockUnchanged, type Person } from './queries.ts';
import { replacePassword } from './replace-password.ts';
import { refuseEndedSession } from './sessions.ts';
import { checkPassword, tellUnder } from './sign-in-budget.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Circumstances } from './with-password.ts';

/** How often a login may make a new hash of the same password between the check and the change. */
const TRIES = 3;

interface Replacement {
  readonly passwordHash: string;
  readonly keepTokenHash: string;
  /** The code that was entered; null where none is needed. */
  readonly codeId: number | null;
  readonly now: Date;
}

/** false where the password is no longer the one that was checked. */
const replaceChecked = (db: Database, checked: Person, { codeId, ...replacement }: Replacement) =>
  inTransaction(db, async (tx) => {
    const unchanged = await lockUnchanged(tx, { accountId: checked.id, passwordHash: checked.passwordHash });
    if (!unchanged) return false;
    await refuseEndedSession(tx, { tokenHash: replacement.keepTokenHash });
    if (codeId !== null) await useCode(tx, codeId, replacement.now);
    const current = await findAccount(tx, checked.id);
    if (codeId === null && needsCode(current)) throw new Refusal('code_missing');
    await replacePassword(tx, current, replacement);
    return true;
  });

/** What somebody who knows no more than a birth date may learn from a refusal: nothing of what is hidden from them. */
const publicFacts = (account: Person): Person =>
  account.passwordIsBirthday
    ? { ...account, email: null, cellPhone: null, homePhone: null, companyPhone: null }
    : account;

/**
 * Gives the caller's account a new password; all its other sessions end. The old one is checked on the budget that all
 * passwords share; before it, and at no cost, whether the new one is too weak. Whoever has the default password and a
 * stored mailbox needs the code that was sent to it.
 */
export const changePassword = async (
  db: Database,
  actor: Trainee,
  form: PasswordForm,
  { address, now }: Circumstances,
): Promise<void> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const account = await findAccount(db, actor.accountId);
    refuseWeakPassword('new_password', form.new_password, publicFacts(account));
    if (needsCode(account) && form.code === null) throw new Refusal('code_missing');
    const attempted = { account: account.account, address, now };
    const right = await checkPassword(db, attempted, account.passwordHash, form.password).catch(
      tellUnder('password'),
    );
    if (!right) break;
    const codeId = needsCode(account) ? await checkCode(db, account.id, form.code, now) : null;
    refuseWeakPassword('new_password', form.new_password, account);
    const passwordHash = await hashPassword(form.new_password);
    const replacement = { passwordHash, keepTokenHash: actor.tokenHash, codeId, now };
    if (await replaceChecked(db, account, replacement)) return;
  }
  throw new Refusal('old_password_wrong');
};
