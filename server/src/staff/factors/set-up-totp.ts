import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { lockStaff } from '../queries.ts';
import { recordStaffEvent } from '../record-staff-event.ts';
import { attemptOfCode, type SessionOwner } from '../sign-in/proof-attempts.ts';
import { countCode } from '../sign-in/prove-code.ts';
import { confirmSession } from '../sign-in/sessions.ts';
import { staffTotp } from '../tables.ts';
import { createFirstRecoveryCodes } from './second-factors.ts';
import { matchingStep, newSecret } from './totp.ts';

/** The present secret stays valid until a code of the new one is accepted. */
export const beginTotp = async (
  db: Database,
  { actor: { staffId }, now }: { actor: SessionOwner; now: Date },
): Promise<string> => {
  const pendingSecret = newSecret();
  await db
    .insert(staffTotp)
    .values({ staffId, pendingSecret, createdAt: now })
    .onConflictDoUpdate({ target: staffTotp.staffId, set: { pendingSecret } });
  return pendingSecret;
};

export interface Added {
  readonly token: string;
  readonly recoveryCodes: string[] | null;
}

/** Uses up the code. */
export const confirmTotp = async (
  db: Database,
  { code }: { code: string },
  { actor, address, now }: { actor: SessionOwner; address: string; now: Date },
): Promise<Added> => {
  const { staffId, sessionId } = actor;
  let added: Added | null = null;
  await countCode(db, attemptOfCode(actor, { address, now }), async (tx) => {
    await lockStaff(tx, staffId);
    const [found] = await tx.select().from(staffTotp).where(eq(staffTotp.staffId, staffId));
    const step = found?.pendingSecret ? matchingStep(found.pendingSecret, code, now) : null;
    if (step === null) return false;
    await tx
      .update(staffTotp)
      .set({ secret: sql`${staffTotp.pendingSecret}`, pendingSecret: null, lastStep: step, createdAt: now })
      .where(eq(staffTotp.staffId, staffId));
    const event = { actor, action: 'staff.add_totp', staffId } as const;
    await recordStaffEvent(tx, event, now);
    const recoveryCodes = await createFirstRecoveryCodes(tx, staffId);
    added = { token: await confirmSession(tx, sessionId, now), recoveryCodes };
    return true;
  });
  if (!added) throw new Refusal('second_factor_wrong');
  return added;
};
