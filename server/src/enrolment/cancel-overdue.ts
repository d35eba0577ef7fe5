import { readable } from '@portal/contract/dates';
import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { cancelByStaff } from './cancel-by-staff.ts';
import { lockOverdue } from './lock-overdue.ts';

export const cancelOverdue = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { paymentDue } = await lockOverdue(tx, registrationId, { actor, now });
  const reason = `逾期未繳費（繳費期限 ${readable(paymentDue)}）`;
  await cancelByStaff(tx, { registrationId, reason }, { actor, now });
};
