import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { hashToken } from '../../accounts/sign-in/sessions.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { staffInvitationLetter } from '../letters.ts';
import { staffAccounts, staffInvitations } from '../tables.ts';

const VALID_MINUTES = 72 * 60;
const VALID_MS = VALID_MINUTES * 60_000;

/** The token is stored as SHA-256. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Ends the former links. Lock the account first. */
export const createInvitation = async (tx: Tx, staffId: number, now: Date): Promise<Invitation> => {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + VALID_MS);
  await tx.delete(staffInvitations).where(eq(staffInvitations.staffId, staffId));
  await tx
    .insert(staffInvitations)
    .values({ tokenHash: hashToken(token), staffId, createdAt: now, expiresAt });
  return { token, expiresAt };
};

/** Null if the link is unknown, used or expired, or the person suspended. */
export const findInvited = async (db: Executor, token: string, now: Date) => {
  const [found] = await db
    .select({ staffId: staffAccounts.id, name: staffAccounts.name, email: staffAccounts.email })
    .from(staffInvitations)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffInvitations.staffId))
    .where(
      and(
        eq(staffInvitations.tokenHash, hashToken(token)),
        isNull(staffInvitations.usedAt),
        gt(staffInvitations.expiresAt, now),
        isNull(staffAccounts.suspendedAt),
      ),
    );
  return found ?? null;
};

/** The second of two simultaneous uses is refused. */
export const spendInvitation = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const taken = await tx
    .update(staffInvitations)
    .set({ usedAt: now })
    .where(and(eq(staffInvitations.tokenHash, hashToken(token)), isNull(staffInvitations.usedAt)))
    .returning({ staffId: staffInvitations.staffId });
  return taken.length > 0;
};

export const mailInvitation = (
  tx: Tx,
  { email, name, renewedBy }: { email: string; name: string; renewedBy?: string },
  { token }: Invitation,
  now: Date,
): Promise<void> => {
  const data = { name, minutes: VALID_MINUTES, secret: { token }, ...(renewedBy && { renewedBy }) };
  return queueMail(tx, { id: null, email }, staffInvitationLetter(data), now);
};

/** Puts the token into the fragment, which servers and proxies do not log. */
export const invitationLink = (publicUrl: string, { token }: Invitation): string =>
  `${publicUrl}/office/staff/invitation#${token}`;
