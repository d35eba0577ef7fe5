import type { PasswordForm } from '@portal/contract/passwords';
import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SignedInTrainee } from '../gate.ts';
import { findAccount, lockUnchanged, type Person } from '../queries.ts';
import { refuseEndedSession } from '../sign-in/sessions.ts';
import { checkPassword, reportWaitUnder } from '../sign-in/sign-in-budget.ts';
import type { GuestCircumstances } from '../sign-in/with-password.ts';
import { checkCode, needsCode, useCode } from './password-codes.ts';
import { hashPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** Two attempts, because a login may rehash the same password once between the check and the change. */
const TRIES = 2;

interface Replacement {
  readonly checked: Person;
  readonly passwordHash: string;
  readonly codeId: number | null;
}

/** False if the password has changed since the check. */
const replaceChecked = (
  db: Database,
  { checked, passwordHash, codeId }: Replacement,
  { actor, now }: Context<SignedInTrainee>,
) =>
  inTransaction(db, async (tx) => {
    const unchanged = await lockUnchanged(tx, { accountId: checked.id, passwordHash: checked.passwordHash });
    if (!unchanged) return false;
    await refuseEndedSession(tx, actor);
    if (codeId !== null) await useCode(tx, codeId, now);
    const current = await findAccount(tx, checked.id);
    if (codeId === null && needsCode(current)) throw new Refusal('code_missing');
    const replacement = { owner: current, passwordHash, keepTokenHash: actor.tokenHash };
    await replacePassword(tx, replacement, { actor, now });
    return true;
  });

/** Refusals must reveal nothing to a caller who knows only the birth date. */
const publicFacts = (account: Person): Person =>
  account.passwordIsBirthday
    ? { ...account, email: null, cellPhone: null, homePhone: null, companyPhone: null }
    : account;

const requireCode = ({ code }: PasswordForm): string => {
  if (code === null) throw new Refusal('code_missing');
  return code;
};

/** The default password also needs a mailed code if a mailbox is stored. Weak passwords are refused before the budget. */
export const changePassword = async (
  db: Database,
  form: PasswordForm,
  { actor, address, now }: GuestCircumstances & { readonly actor: SignedInTrainee },
): Promise<void> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const account = await findAccount(db, actor.accountId);
    refuseWeakPassword('new_password', form.new_password, publicFacts(account));
    const code = needsCode(account) ? requireCode(form) : null;
    const attempted = { account: account.account, address, now };
    const right = await checkPassword(db, attempted, account.passwordHash, form.password).catch(
      reportWaitUnder('password'),
    );
    if (!right) break;
    const codeId = code === null ? null : await checkCode(db, account.id, code, now);
    refuseWeakPassword('new_password', form.new_password, account);
    const passwordHash = await hashPassword(form.new_password);
    const replacement = { checked: account, passwordHash, codeId };
    if (await replaceChecked(db, replacement, { actor, now })) return;
  }
  throw new Refusal('old_password_wrong');
};
