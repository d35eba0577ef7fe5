import type { LoginForm } from '@portal/contract/login-form';
import type { Trainee } from '../accounts/actors.ts';
import { findContacts } from '../accounts/people/contacts.ts';
import { type LoginCircumstances, withPassword } from '../accounts/sign-in/with-password.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { addMembership } from './add-membership.ts';
import { groupAddedLetter } from './letters.ts';
import type { ManagedGroup } from './policy.ts';
import { findRole } from './queries.ts';
import { queueMembershipMail } from './queue-membership-mail.ts';

const refuseUnlessAdmissible = async (tx: Tx, groupId: number, accountId: number): Promise<void> => {
  const role = await findRole(tx, { groupId, accountId });
  if (role) throw new Refusal(role === 'manager' ? 'member_is_manager' : 'member_already');
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('member_incomplete');
};

/**
 * The person consents by entering their password on the manager's device. Wrong passwords count as failed
 * logins; the device does not become known for the account.
 */
export const admitMember = (
  db: Database,
  { group, form }: { group: ManagedGroup; form: LoginForm },
  context: LoginCircumstances & { readonly actor: Trainee },
): Promise<void> =>
  withPassword(db, { form, wrong: 'member_credentials_wrong', context }, async (tx, accountId) => {
    const { actor, now } = context;
    await refuseUnlessAdmissible(tx, group.id, accountId);
    const added = await addMembership(tx, { groupId: group.id, accountId }, { actor, now });
    // Another manager may have added the person meanwhile.
    if (!added) throw new Refusal('member_already');
    await queueMembershipMail(tx, groupAddedLetter, { group, accountId }, { actor, now });
  });
