import { findContacts, nameForOthers } from '../accounts/contacts.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';

/** Who changes which group. */
export interface Change {
  readonly group: { readonly id: number; readonly name: string };
  /** That they manage it is the caller's question. */
  readonly managerId: number;
}

/** Queues a mail to somebody whom a manager has added to a group or removed from it. */
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
