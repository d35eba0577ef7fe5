import type { Trainee } from '../accounts/actors.ts';
import { findContacts, nameForOthers } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import type { MembershipLetter } from './letters.ts';

interface MembershipChange {
  readonly group: { readonly name: string };
  readonly accountId: number;
}

export const queueMembershipMail = async (
  tx: Tx,
  letter: MembershipLetter,
  { group, accountId }: MembershipChange,
  { actor, now }: Context<Trainee | Staff>,
): Promise<void> => {
  const isStaff = 'staffId' in actor;
  const people = await findContacts(tx, isStaff ? [accountId] : [accountId, actor.accountId]);
  const member = people.find(({ id }) => id === accountId);
  const manager = isStaff ? null : people.find(({ id }) => id === actor.accountId);
  if (!member || manager === undefined) throw new Error('an account is gone');
  const by = manager === null ? { isStaff: true, manager: '' } : { manager: nameForOthers(manager) };
  await queueMail(tx, member, letter({ name: member.name, group: group.name, ...by }), now);
};
