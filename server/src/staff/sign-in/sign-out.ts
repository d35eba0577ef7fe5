import { eq } from 'drizzle-orm';
import { hashToken } from '../../accounts/sign-in/sessions.ts';
import type { Tx } from '../../platform/database/database.ts';
import { identifyStaff } from '../actors.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { staffSessions } from '../tables.ts';

/** Succeeds too if the session has ended already. */
export const signOut = async (
  tx: Tx,
  { token }: { token: string },
  { now }: { now: Date },
): Promise<void> => {
  const [ended] = await tx
    .delete(staffSessions)
    .where(eq(staffSessions.tokenHash, hashToken(token)))
    .returning({ staffId: staffSessions.staffId });
  if (!ended) return;
  const event = { actor: identifyStaff(ended), action: 'staff.sign_out', staffId: ended.staffId } as const;
  await recordStaffEvent(tx, event, now);
};
