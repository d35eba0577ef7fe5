import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { hashToken, newToken } from '../sign-in/sessions.ts';
import { passwordResets } from '../tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How many minutes a link is valid. */
export const LINK_MINUTES = 60;
/** People who know a birth date must not flood a mailbox. */
const LINKS_AN_HOUR = 5;

const ofAccount = (accountId: number) => eq(passwordResets.accountId, accountId);

const isAlive = (token: string, now: Date) =>
  and(
    eq(passwordResets.tokenHash, hashToken(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, now),
  );

export const endResetLinks = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(ofAccount(accountId), isNull(passwordResets.usedAt)));
};

const refuseTooMany = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  const [first] = await tx
    .select({ at: passwordResets.createdAt })
    .from(passwordResets)
    .where(and(ofAccount(accountId), gt(passwordResets.createdAt, new Date(now.getTime() - HOUR))))
    .orderBy(desc(passwordResets.createdAt))
    .offset(LINKS_AN_HOUR - 1)
    .limit(1);
  if (!first) return;
  const seconds = Math.ceil((first.at.getTime() + HOUR - now.getTime()) / 1000);
  throw new Refusal('too_many_attempts', { values: { n: seconds }, retryAfter: seconds });
};

/** Makes a link without checking the limit. Lock the account first. */
export const replaceResetLink = async (tx: Tx, accountId: number, now: Date): Promise<string> => {
  await endResetLinks(tx, accountId, now);
  const token = newToken();
  await tx.insert(passwordResets).values({
    tokenHash: hashToken(token),
    accountId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_MINUTES * MINUTE),
  });
  return token;
};

/** Ends the earlier link. Throws `too_many_attempts` after five links within an hour. Lock the account first. */
export const makeResetLink = async (tx: Tx, accountId: number, now: Date): Promise<string> => {
  await refuseTooMany(tx, accountId, now);
  return replaceResetLink(tx, accountId, now);
};

export const findResetLink = async (db: Executor, token: string, now: Date): Promise<number | null> => {
  const [found] = await db
    .select({ accountId: passwordResets.accountId })
    .from(passwordResets)
    .where(isAlive(token, now));
  return found?.accountId ?? null;
};

/** Returns false if the link was used or ended meanwhile. */
export const useResetLink = async (tx: Tx, token: string, now: Date): Promise<boolean> => {
  const used = await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(isAlive(token, now))
    .returning({ accountId: passwordResets.accountId });
  return used.length > 0;
};
