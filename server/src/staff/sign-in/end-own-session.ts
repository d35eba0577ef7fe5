import { and, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../actors.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffSessions } from '../tables.ts';

export const endOwnSession = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { staffId } = actor;
  const ended = await tx
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, staffId)))
    .returning({ id: staffSessions.id });
  if (ended.length === 0) throw new Refusal('not_found');
  await recordStaffEvent(tx, { actor, action: 'staff.end_session', staffId }, now);
};

/** The present one too. */
export const endOwnSessions = async (tx: Tx, { actor, now }: Context<Staff>): Promise<void> => {
  const { staffId } = actor;
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  await recordStaffEvent(tx, { actor, action: 'staff.end_sessions', staffId }, now);
};
