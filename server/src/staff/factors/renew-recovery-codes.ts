import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../actors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

/** Returns new codes, which are shown only once. */
export const renewRecoveryCodes = async (tx: Tx, { actor, now }: Context<Staff>): Promise<string[]> => {
  const { staffId } = actor;
  await lockStaff(tx, staffId);
  await recordStaffEvent(tx, { actor, action: 'staff.renew_recovery_codes', staffId }, now);
  return createRecoveryCodes(tx, staffId);
};
