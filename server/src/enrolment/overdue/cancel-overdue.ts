import { readable } from '@portal/contract/dates';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { cancelByStaff } from '../on-behalf/cancel-by-staff.ts';
import type { SeenRegistration } from '../registration-version.ts';
import { lockOverdue } from './lock-overdue.ts';

export const cancelOverdue = async (
  tx: Tx,
  seen: SeenRegistration,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { paymentDue } = await lockOverdue(tx, seen, { actor, now });
  const reason = `逾期未繳費（繳費期限 ${readable(paymentDue)}）`;
  await cancelByStaff(tx, { ...seen, reason }, { actor, now });
};
