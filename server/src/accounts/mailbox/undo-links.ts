import { UNDO_HOURS } from '@portal/contract/contact-undo';
import { and, eq, gt, gte, isNull } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../sign-in/sessions.ts';
import { contactUndos } from '../tables.ts';

const HOUR = 3_600_000;
/** Valid links per account. Further changes are only reported, without a link. */
const LINKS_MAX = 10;

const aliveOf = (accountId: number, now: Date) =>
  and(eq(contactUndos.accountId, accountId), isNull(contactUndos.endedAt), gt(contactUndos.expiresAt, now));

interface FormerContact {
  readonly id: number;
  readonly email: string;
  readonly hasConfirmedMailbox: boolean;
  readonly passportNo: string | null;
}

/** Returns null if the address is unconfirmed and an earlier change can still be undone. Lock the account first. */
export const makeUndoLink = async (tx: Tx, former: FormerContact, now: Date): Promise<string | null> => {
  const alive = await tx.$count(contactUndos, aliveOf(former.id, now));
  if (alive >= (former.hasConfirmedMailbox ? LINKS_MAX : 1)) return null;
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

/** False if it was used or ended meanwhile. */
export const useUndoLink = async (tx: Tx, { id, accountId }: UndoLink, now: Date): Promise<boolean> => {
  const ended = await tx
    .update(contactUndos)
    .set({ endedAt: now })
    .where(and(aliveOf(accountId, now), gte(contactUndos.id, id)))
    .returning({ id: contactUndos.id });
  return ended.some((link) => link.id === id);
};

export const hasUndoLink = async (tx: Tx, accountId: number, now: Date): Promise<boolean> =>
  (await tx.$count(contactUndos, aliveOf(accountId, now))) > 0;
