import { and, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../actors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffPasskeys } from '../tables.ts';

/** The same name changes nothing. */
export const renamePasskey = async (
  tx: Tx,
  { id, name }: { id: number; name: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { staffId } = actor;
  await lockStaff(tx, staffId);
  const own = and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId));
  const [before] = await tx.select({ name: staffPasskeys.name }).from(staffPasskeys).where(own);
  if (!before) throw new Refusal('not_found');
  if (before.name === name) return;
  await tx.update(staffPasskeys).set({ name }).where(own);
  const event = { actor, action: 'staff.rename_passkey', staffId, before, after: { name } } as const;
  await recordStaffEvent(tx, event, now);
};
