import type { ResetForm } from '@portal/contract/passwords';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { proveTrainee } from '../actors.ts';
import { markMailboxConfirmed } from '../mailbox/confirm-mailbox.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { rememberAddress } from '../sign-in/known-addresses.ts';
import { forgiveFailures } from '../sign-in/sign-in-budget.ts';
import type { GuestCircumstances } from '../sign-in/with-password.ts';
import { hashGuestPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';
import { requireResetLink } from './require-reset-link.ts';
import { useResetLink } from './reset-links.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** If the link is used twice at once, only one use succeeds. A refused password leaves the link valid. */
export const resetPassword = async (
  db: Database,
  { token, password }: ResetForm,
  { address, now }: GuestCircumstances,
): Promise<{ accountId: number }> => {
  const passwordHash = await hashGuestPassword(password);
  const owner = await requireResetLink(db, token, now);
  const accountId = owner.id;
  refuseWeakPassword('password', password, owner);
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (account.suspendedAt || !(await useResetLink(tx, token, now))) throw new Refusal('reset_link_ended');
    await replacePassword(tx, { owner: account, passwordHash }, { actor: proveTrainee({ accountId }), now });
    await forgiveFailures(tx, { account: account.account, address, now });
    await markMailboxConfirmed(tx, accountId, now);
    // The owner has proved their identity: other people's failed attempts must not lock them out here.
    await rememberAddress(tx, accountId, address, now);
  });
  return { accountId };
};
