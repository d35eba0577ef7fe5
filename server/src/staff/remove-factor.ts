import { and, eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from './actors.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';
import { refuseWithoutFactor } from './second-factors.ts';
import { staffPasskeys, staffTotp } from './tables.ts';

interface Circumstances {
  readonly actor: Staff;
  readonly factorRequired: boolean;
  readonly now: Date;
}

export const removeTotp = async (tx: Tx, { actor, factorRequired, now }: Circumstances): Promise<void> => {
  const { staffId } = actor;
  await lockStaff(tx, staffId);
  const removed = await tx.delete(staffTotp).where(eq(staffTotp.staffId, staffId)).returning();
  if (removed.length === 0) return;
  await refuseWithoutFactor(tx, staffId, factorRequired);
  await recordStaffEvent(tx, { actor, action: 'staff.remove_totp', staffId }, now);
};

export const removePasskey = async (
  tx: Tx,
  { id }: { id: number },
  { actor, factorRequired, now }: Circumstances,
): Promise<void> => {
  const { staffId } = actor;
  await lockStaff(tx, staffId);
  const [removed] = await tx
    .delete(staffPasskeys)
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId)))
    .returning({ name: staffPasskeys.name });
  if (!removed) throw new Refusal('not_found');
  await refuseWithoutFactor(tx, staffId, factorRequired);
  const event = {
    actor,
    action: 'staff.remove_passkey',
    staffId,
    before: removed,
  } as const;
  await recordStaffEvent(tx, event, now);
};
