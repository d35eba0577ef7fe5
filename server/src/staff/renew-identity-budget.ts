import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from './actors.ts';
import { isIdentityBudgetSpent } from './identity-budget.ts';
import { requireRight, WHOLE_ASSOCIATION } from './policy.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';

/** An administrator has looked at what the staff member saw. */
export const renewIdentityBudget = async (
  tx: Tx,
  { staffId }: { staffId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'staff.manage', WHOLE_ASSOCIATION);
  await lockStaff(tx, staffId);
  if (actor.staffId === staffId) throw new Refusal('own_identity_budget');
  if (!(await isIdentityBudgetSpent(tx, staffId))) return;
  await recordStaffEvent(tx, { actor, action: 'staff.renew_identity_budget', staffId }, now);
};
