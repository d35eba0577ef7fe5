import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from './actors.ts';
import { lockAdministrators, refuseWithoutAdministrator } from './administrators.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';
import { staffAccounts, staffSessions } from './tables.ts';

export const suspendStaff = async (
  tx: Tx,
  { staffId }: { staffId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  await lockAdministrators(tx);
  await lockStaff(tx, staffId);
  const suspended = await tx
    .update(staffAccounts)
    .set({ suspendedAt: now })
    .where(and(eq(staffAccounts.id, staffId), isNull(staffAccounts.suspendedAt)))
    .returning({ id: staffAccounts.id });
  if (suspended.length === 0) return;
  await refuseWithoutAdministrator(tx);
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  await recordStaffEvent(tx, { actor, action: 'staff.suspend', staffId }, now);
};

export const resumeStaff = async (
  tx: Tx,
  { staffId }: { staffId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  await lockStaff(tx, staffId);
  const resumed = await tx
    .update(staffAccounts)
    .set({ suspendedAt: null })
    .where(and(eq(staffAccounts.id, staffId), isNotNull(staffAccounts.suspendedAt)))
    .returning({ id: staffAccounts.id });
  if (resumed.length === 0) return;
  await recordStaffEvent(tx, { actor, action: 'staff.resume', staffId }, now);
};
