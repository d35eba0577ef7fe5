import type { LoginForm } from '@portal/contract/accounts';
import { findContacts } from '../accounts/contacts.ts';
import { findAccountByIdentifier } from '../accounts/queries.ts';
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

/** Whose account it is. Throws the same for a wrong account, password or country, at the same cost. */
const findConsenting = async (
  db: Database,
  { account, password, country }: LoginForm,
  circumstances: Circumstances,
): Promise<number> => {
  const found = await findAccountByIdentifier(db, { account, country });
  const right = await checkPassword(db, { account, ...circumstances }, found?.passwordHash ?? null, password);
  if (!found || !right) throw new Refusal('member_credentials_wrong');
  if (found.suspended) throw new Refusal('account_suspended');
  return found.accountId;
};

const refuseUnfit = async (tx: Tx, groupId: number, accountId: number): Promise<void> => {
  const role = await findRole(tx, { groupId, accountId });
  if (role) throw new Refusal(role === 'manager' ? 'member_is_manager' : 'member_already');
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('member_incomplete');
};

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
  const { now } = circumstances;
  const accountId = await findConsenting(db, form, circumstances);
  await inTransaction(db, async (tx) => {
    await refuseUnfit(tx, group.id, accountId);
    // Another manager may have been faster by a moment.
    if (!(await addMember(tx, { groupId: group.id, accountId }, now))) throw new Refusal('member_already');
    await tellMember(tx, 'group_added', { group, managerId, accountId }, now);
  });
};
