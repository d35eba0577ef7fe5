import { and, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../actors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffPasskeys, staffTotp } from '../tables.ts';
import { refuseWithoutFactor } from './second-factors.ts';

interface Requirement {
  /** Whether at least one factor must stay. */
  readonly factorRequired: boolean;
}

export const removeTotp = async (
  tx: Tx,
  { factorRequired }: Requirement,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { staffId } = actor;
  await lockStaff(tx, staffId);
  const removed = await tx.delete(staffTotp).where(eq(staffTotp.staffId, staffId)).returning();
  if (removed.length === 0) return;
  await refuseWithoutFactor(tx, staffId, factorRequired);
  await recordStaffEvent(tx, { actor, action: 'staff.remove_totp', staffId }, now);
};

export const removePasskey = async (
  tx: Tx,
  { id, factorRequired }: Requirement & { readonly id: number },
  { actor, now }: Context<Staff>,
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
