import type { Trainee } from '../accounts/actors.ts';
import { findContacts, nameForOthers } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import type { groupAddedLetter, groupRemovedLetter } from './letters.ts';
import type { ManagedGroup } from './policy.ts';

interface MembershipChange {
  readonly group: ManagedGroup;
  readonly accountId: number;
}

export const queueMembershipMail = async (
  tx: Tx,
  letter: typeof groupAddedLetter | typeof groupRemovedLetter,
  { group, accountId }: MembershipChange,
  { actor: { accountId: managerId }, now }: Context<Trainee>,
): Promise<void> => {
  const people = await findContacts(tx, [accountId, managerId]);
  const member = people.find(({ id }) => id === accountId);
  const manager = people.find(({ id }) => id === managerId);
  if (!member || !manager) throw new Error('an account is gone');
  const data = { name: member.name, group: group.name, manager: nameForOthers(manager) };
  await queueMail(tx, member, letter(data), now);
};
