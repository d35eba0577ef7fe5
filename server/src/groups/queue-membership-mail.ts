import { findContacts, nameForOthers } from '../accounts/contacts.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';

/** A membership change by a manager. */
export interface Change {
  readonly group: { readonly id: number; readonly name: string };
  /** The caller of this function has checked that they manage the group. */
  readonly managerId: number;
}

/** Queues a mail to a person whom a manager has added to or removed from a group. */
export const queueMembershipMail = async (
  tx: Tx,
  template: 'group_added' | 'group_removed',
  { group, managerId, accountId }: Change & { readonly accountId: number },
  now: Date,
): Promise<void> => {
  const people = await findContacts(tx, [accountId, managerId]);
  const member = people.find(({ id }) => id === accountId);
  const manager = people.find(({ id }) => id === managerId);
  if (!member || !manager) throw new Error('an account is gone');
  const data = { name: member.name, group: group.name, manager: nameForOthers(manager) };
  await queueMail(tx, member, { template, data }, now);
};
