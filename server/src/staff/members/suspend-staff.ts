import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../actors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { checkStep } from '../sign-in/check-step.ts';
import { STAFF_STEPS } from '../states.ts';
import { staffAccounts, staffSessions } from '../tables.ts';
import { lockAdministrators, refuseWithoutAdministrator } from './administrators.ts';

interface Change {
  readonly staffId: number;
  readonly step: 'suspend' | 'resume';
}

const change = async (tx: Tx, { staffId, step }: Change, { actor, now }: Context<Staff>): Promise<void> => {
  const { to, action } = STAFF_STEPS[step];
  await tx
    .update(staffAccounts)
    .set({ suspendedAt: to === 'suspended' ? now : null })
    .where(eq(staffAccounts.id, staffId));
  await recordStaffEvent(tx, { actor, action, staffId }, now);
};

/** Suspends the account and ends its sessions. */
export const suspendStaff = async (
  tx: Tx,
  { staffId }: { staffId: number },
  context: Context<Staff>,
): Promise<void> => {
  await lockAdministrators(tx);
  if (!checkStep('suspend', await lockStaff(tx, staffId))) return;
  await change(tx, { staffId, step: 'suspend' }, context);
  await refuseWithoutAdministrator(tx);
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
};

export const resumeStaff = async (
  tx: Tx,
  { staffId }: { staffId: number },
  context: Context<Staff>,
): Promise<void> => {
  if (!checkStep('resume', await lockStaff(tx, staffId))) return;
  await change(tx, { staffId, step: 'resume' }, context);
};
