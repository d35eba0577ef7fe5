import type { LoginForm } from '@portal/contract/accounts';
import { findContacts } from '../accounts/contacts.ts';
import { type Credentials, findAccountByIdentifier, lockUnchanged } from '../accounts/queries.ts';
import { checkPassword } from '../accounts/sign-in-budget.ts';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { addMember } from './add-member.ts';
import { findRole } from './queries.ts';
import { type Change, tellMember } from './tell.ts';

/** From where and when. */
interface Circumstances {
  readonly address: string;
  readonly now: Date;
}

/** How often the password may change, or be hashed anew by a login, between the check and the membership. */
const TRIES = 3;

/** Whose account it is. Throws the same for a wrong account, password or country, at the same cost. */
const findConsenting = async (
  db: Database,
  { account, password, country }: LoginForm,
  circumstances: Circumstances,
): Promise<Credentials> => {
  const found = await findAccountByIdentifier(db, { account, country });
  const right = await checkPassword(db, { account, ...circumstances }, found?.passwordHash ?? null, password);
  if (!found || !right) throw new Refusal('member_credentials_wrong');
  if (found.suspended) throw new Refusal('account_suspended');
  return found;
};

const refuseUnfit = async (tx: Tx, groupId: number, accountId: number): Promise<void> => {
  const role = await findRole(tx, { groupId, accountId });
  if (role) throw new Refusal(role === 'manager' ? 'member_is_manager' : 'member_already');
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('member_incomplete');
};

/** false where the password is no longer the one that was checked. */
const admit = (
  db: Database,
  { group, managerId }: Change,
  consenting: Credentials,
  now: Date,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, consenting))) return false;
    const { accountId } = consenting;
    await refuseUnfit(tx, group.id, accountId);
    // Another manager may have been faster by a moment.
    if (!(await addMember(tx, { groupId: group.id, accountId }, now))) throw new Refusal('member_already');
    await tellMember(tx, 'group_added', { group, managerId, accountId }, now);
    return true;
  });

/**
 * Makes somebody a member who agrees by giving the manager their password; who left comes back. It is checked on the
 * budget that all passwords share. Where the manager is becomes no address from which the account is known to log in.
 */
export const admitMember = async (
  db: Database,
  { group, managerId }: Change,
  form: LoginForm,
  circumstances: Circumstances,
): Promise<void> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const consenting = await findConsenting(db, form, circumstances);
    if (await admit(db, { group, managerId }, consenting, circumstances.now)) return;
  }
  throw new Refusal('member_credentials_wrong');
};
