import type { Trainee } from '../accounts/actors.ts';
import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { endMembership } from './end-membership.ts';
import { groupRemovedLetter } from './letters.ts';
import type { ManagedGroup } from './policy.ts';
import { findGroupPerson, type IdentityNumbers } from './queries.ts';
import { queueMembershipMail } from './queue-membership-mail.ts';

/** The member keeps their seats. */
export const dismissMember = async (
  tx: Tx,
  { group, numbers }: { group: ManagedGroup; numbers: IdentityNumbers },
  { actor, now }: Context<Trainee>,
): Promise<void> => {
  const person = await findGroupPerson(tx, group.id, numbers);
  if (person?.role === 'manager') throw new Refusal('manager_stays');
  // Another manager may have removed the person meanwhile.
  const removed =
    person && (await endMembership(tx, { groupId: group.id, accountId: person.id }, { actor, now }));
  if (!removed) throw new Refusal('member_unknown');
  await queueMembershipMail(tx, groupRemovedLetter, { group, accountId: person.id }, { actor, now });
};
