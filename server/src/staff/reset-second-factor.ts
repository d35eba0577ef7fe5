import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import type { Staff } from './actors.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';
import { removeSecondFactors } from './second-factors.ts';
import { staffSessions } from './tables.ts';

/** Also ends recovery codes and sessions. */
export const resetSecondFactor = async (
  tx: Tx,
  { staffId }: { staffId: number },
  { actor, now }: { actor: Staff; now: Date },
): Promise<void> => {
  await lockStaff(tx, staffId);
  await removeSecondFactors(tx, staffId);
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  const event = { actor, action: 'staff.reset_second_factor', staffId } as const;
  await recordStaffEvent(tx, event, now);
};
