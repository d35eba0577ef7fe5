import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { hashToken } from '../../accounts/sign-in/sessions.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { staffAccounts, staffPasswordResets } from '../tables.ts';

export const RESET_MINUTES = 60;
const VALID_MS = RESET_MINUTES * 60_000;
/** Strangers must not flood a mailbox, nor end the link that the owner is about to use. */
const LINKS_AN_HOUR = 5;
const HOUR = 3_600_000;

export const mayMakeResetLink = async (tx: Tx, staffId: number, now: Date): Promise<boolean> => {
  const lately = and(
    eq(staffPasswordResets.staffId, staffId),
    gt(staffPasswordResets.createdAt, new Date(now.getTime() - HOUR)),
  );
  return (await tx.$count(staffPasswordResets, lately)) < LINKS_AN_HOUR;
};

export const endResetLinks = async (tx: Tx, staffId: number, now: Date): Promise<void> => {
  await tx
    .update(staffPasswordResets)
    .set({ usedAt: now })
    .where(and(eq(staffPasswordResets.staffId, staffId), isNull(staffPasswordResets.usedAt)));
};

/** Ends the former link. The token is stored as SHA-256. Lock the account first. */
export const makeResetLink = async (tx: Tx, staffId: number, now: Date): Promise<string> => {
  await endResetLinks(tx, staffId, now);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + VALID_MS);
  await tx
    .insert(staffPasswordResets)
    .values({ tokenHash: hashToken(token), staffId, createdAt: now, expiresAt });
  return token;
};

const isAlive = (token: string, now: Date) =>
  and(
    eq(staffPasswordResets.tokenHash, hashToken(token)),
    isNull(staffPasswordResets.usedAt),
    gt(staffPasswordResets.expiresAt, now),
  );

/** Null if the link is unknown, used or expired, or the person suspended. */
export const findResetOwner = async (db: Executor, token: string, now: Date) => {
  const [found] = await db
    .select({ staffId: staffAccounts.id, name: staffAccounts.name, email: staffAccounts.email })
    .from(staffPasswordResets)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffPasswordResets.staffId))
    .where(and(isAlive(token, now), isNull(staffAccounts.suspendedAt)));
  return found ?? null;
};

/** The second of two simultaneous uses is refused. */
export const spendResetLink = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const taken = await tx
    .update(staffPasswordResets)
    .set({ usedAt: now })
    .where(isAlive(token, now))
    .returning({ staffId: staffPasswordResets.staffId });
  return taken.length > 0;
};
