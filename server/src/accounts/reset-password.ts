import type { ResetForm } from '@portal/contract/passwords';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { markMailboxConfirmed } from './confirm-mailbox.ts';
import { rememberAddress } from './known-addresses.ts';
import { hashGuestPassword } from './passwords.ts';
import { findAccount, lockAccount } from './queries.ts';
import { replacePassword } from './replace-password.ts';
import { findResetLink, useResetLink } from './reset-links.ts';
import { forgiveFailures } from './sign-in-budget.ts';
import { refuseWeakPassword } from './weak-password.ts';
import type { Circumstances } from './with-password.ts';

/**
 * Gives the account of the link a new password; the link is used up, every session ends. Of two who come with one link
 * one wins. A password that is refused leaves the link as it is. That a link is none takes as long to find out.
 */
export const resetPassword = async (
  db: Database,
  { token, password }: ResetForm,
  { address, now }: Circumstances,
): Promise<{ accountId: number }> => {
  const passwordHash = await hashGuestPassword(password);
  const accountId = await findResetLink(db, token, now);
  if (accountId === null) throw new Refusal('reset_link_ended');
  refuseWeakPassword('password', password, await findAccount(db, accountId));
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (account.suspendedAt || !(await useResetLink(tx, token, now))) throw new Refusal('reset_link_ended');
    await replacePassword(tx, account, { passwordHash, now });
    await forgiveFailures(tx, { account: account.account, address, now });
    await markMailboxConfirmed(tx, accountId, now);
    // The mailbox has said who it is: strangers who guess elsewhere shall not shut the owner out here.
    await rememberAddress(tx, accountId, address, now);
  });
  return { accountId };
};
