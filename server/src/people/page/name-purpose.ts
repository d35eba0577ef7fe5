import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { takeIdentityLook } from '../../staff/identity-budget.ts';
import { findOpenness } from './openness.ts';

/**
 * Opens the page of somebody who never had to do with the staff member's organisations; the event is the proof. Does
 * nothing if it is open. Returns false if the budget of the staff member is used up: commit all the same.
 */
export const namePurpose = async (
  tx: Tx,
  { accountId, purpose }: { readonly accountId: number; readonly purpose: string },
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const { isOpen } = await findOpenness(tx, accountId, { actor, now });
  if (isOpen) return true;
  if (!(await takeIdentityLook(tx, { actor, now }))) return false;
  const event = { actor, action: 'person.name_purpose', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, { ...event, after: { purpose } }, now);
  return true;
};
