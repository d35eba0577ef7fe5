import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import { queueMail } from '../mail/queue.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { staffInvitationLetter } from './letters.ts';
import { staffAccounts, staffInvitations } from './tables.ts';

const MINUTES = 72 * 60;
const VALID_FOR = MINUTES * 60_000;

/** The link's token, which is kept only as its SHA-256, and when it ends. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A one-time link in place of any former one of the account. Lock the account first. */
export const createInvitation = async (tx: Tx, staffId: number, now: Date): Promise<Invitation> => {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + VALID_FOR);
  await tx
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.staffId, staffId), isNull(staffInvitations.usedAt)));
  await tx
    .insert(staffInvitations)
    .values({ tokenHash: hashToken(token), staffId, createdAt: now, expiresAt });
  return { token, expiresAt };
};

/**
 * The person whom a valid link invites; null if it is unknown, used or expired, or the person is suspended.
 */
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

/** Takes the link, which is then spent: of two who follow it at once one is refused. */
export const spendInvitation = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const taken = await tx
    .update(staffInvitations)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffInvitations.tokenHash, hashToken(token)),
        isNull(staffInvitations.usedAt),
        gt(staffInvitations.expiresAt, now),
      ),
    )
    .returning({ staffId: staffInvitations.staffId });
  return taken.length > 0;
};

/** Queues the mail with the link, which is also shown to the one who invites. */
export const mailInvitation = (
  tx: Tx,
  { email, name }: { email: string; name: string },
  { token }: Invitation,
  now: Date,
): Promise<void> =>
  queueMail(
    tx,
    { id: null, email },
    staffInvitationLetter({ name, minutes: MINUTES, secret: { token } }),
    now,
  );

/** The page of the office that takes the token; in the fragment, so that no server and no proxy writes it down. */
export const invitationLink = (publicUrl: string, { token }: Invitation): string =>
  `${publicUrl}/office/invitation#${token}`;
