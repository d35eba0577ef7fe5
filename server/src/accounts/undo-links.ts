import { UNDO_HOURS } from '@portal/contract/contact-undo';
import { and, eq, gt, gte, isNull, lt } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database.ts';
import { hashToken, newToken } from './sessions.ts';
import { contactUndos } from './tables.ts';

const HOUR = 3_600_000;
/** More that are alive at once are not made: whoever changes the address over and over only tells of it. */
const MOST_LINKS = 10;

const aliveOf = (accountId: number, now: Date) =>
  and(eq(contactUndos.accountId, accountId), isNull(contactUndos.endedAt), gt(contactUndos.expiresAt, now));

/** What opened the account before a change. */
interface Former {
  readonly id: number;
  readonly email: string;
  /** Somebody has shown that they read there. */
  readonly confirmed: boolean;
  /** null where the number stays. */
  readonly passportNo: string | null;
}

/**
 * The token of a link that restores what is former; null where none is made. While an earlier change can still be undone, an
 * address that nobody has shown to read gets none: it may be a thief's, or a slip of the pen. Lock the account first.
 */
export const makeUndoLink = async (tx: Tx, former: Former, now: Date): Promise<string | null> => {
  const alive = await tx.$count(contactUndos, aliveOf(former.id, now));
  if (alive >= (former.confirmed ? MOST_LINKS : 1)) return null;
  const token = newToken();
  await tx.insert(contactUndos).values({
    tokenHash: hashToken(token),
    accountId: former.id,
    email: former.email,
    passportNo: former.passportNo,
    createdAt: now,
    expiresAt: new Date(now.getTime() + UNDO_HOURS * HOUR),
  });
  return token;
};

export type UndoLink = typeof contactUndos.$inferSelect;

/** The link of this token; null where it is unknown, used or no longer good. */
export const findUndoLink = async (db: Executor, token: string, now: Date): Promise<UndoLink | null> => {
  const [found] = await db
    .select()
    .from(contactUndos)
    .where(
      and(
        eq(contactUndos.tokenHash, hashToken(token)),
        isNull(contactUndos.endedAt),
        gt(contactUndos.expiresAt, now),
      ),
    );
  return found ?? null;
};

/** Uses the link up, and ends the links of later changes with it; false where it was used or ended meanwhile. */
export const useUndoLink = async (tx: Tx, { id, accountId }: UndoLink, now: Date): Promise<boolean> => {
  const ended = await tx
    .update(contactUndos)
    .set({ endedAt: now })
    .where(and(aliveOf(accountId, now), gte(contactUndos.id, id)))
    .returning({ id: contactUndos.id });
  return ended.some((link) => link.id === id);
};

/** May a change before that of this link still be undone? */
export const hasOlderLink = async (tx: Tx, { id, accountId }: UndoLink, now: Date): Promise<boolean> =>
  (await tx.$count(contactUndos, and(aliveOf(accountId, now), lt(contactUndos.id, id)))) > 0;
