import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import type { Trainee } from './gate.ts';
import { type Client, hashToken, newToken } from './sessions.ts';
import { accounts, renewedSessions, sessions } from './tables.ts';

/** How long an exchange may be repeated whose answer was lost. */
export const RENEWAL_GRACE = 60_000;

interface Renewal {
  readonly actor: Trainee;
  /** The caller's secret, without which the exchange cannot be repeated; null: once only. */
  readonly key: string | null;
  readonly client: Client;
  readonly now: Date;
}

interface Fresh {
  readonly token: string;
  readonly expiresAt: Date;
}

/** The same for the same three; who reads the database knows the salt alone. */
const freshToken = (former: string, key: string, salt: string): string =>
  createHmac('sha256', former).update(`${salt} ${key}`).digest('base64url');

const since = (now: Date) => new Date(now.getTime() - RENEWAL_GRACE);

const madeLately = (tokenHash: string, now: Date) =>
  and(
    eq(renewedSessions.tokenHash, tokenHash),
    gt(renewedSessions.renewedAt, since(now)),
    gt(sessions.expiresAt, now),
  );

/** Whose token was exchanged a moment ago: they may ask for the answer again, and for nothing else. */
export const identifyRenewed = async (db: Database, token: string, now: Date): Promise<Trainee | null> => {
  const tokenHash = hashToken(token);
  const [found] = await db
    .select({
      accountId: sessions.accountId,
      state: accounts.state,
      hasDefaultPassword: accounts.passwordIsBirthday,
    })
    .from(renewedSessions)
    .innerJoin(sessions, eq(sessions.tokenHash, renewedSessions.successorHash))
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(madeLately(tokenHash, now), isNull(accounts.suspendedAt)));
  return found ? { ...found, tokenHash, token } : null;
};

/** The fresh token once more; null without the key of the exchange. */
const repeat = async (tx: Tx, { actor, key, now }: Renewal): Promise<Fresh | null> => {
  const [made] = await tx
    .select({
      salt: renewedSessions.salt,
      successorHash: renewedSessions.successorHash,
      expiresAt: sessions.expiresAt,
    })
    .from(renewedSessions)
    .innerJoin(sessions, eq(sessions.tokenHash, renewedSessions.successorHash))
    .where(madeLately(actor.tokenHash, now));
  if (!made || key === null) return null;
  const fresh = freshToken(actor.token, key, made.salt);
  return hashToken(fresh) === made.successorHash ? { token: fresh, expiresAt: made.expiresAt } : null;
};

type Session = typeof sessions.$inferSelect;

/** The session goes on under a fresh token: it ends when its login is a day old, as it would have. */
const succeed = async (tx: Tx, former: Session, { actor, key, client, now }: Renewal): Promise<Fresh> => {
  const salt = newToken();
  const fresh = key === null ? newToken() : freshToken(actor.token, key, salt);
  const successorHash = hashToken(fresh);
  await tx.insert(sessions).values({ ...former, ...client, tokenHash: successorHash, lastUsedAt: now });
  if (key !== null) {
    await tx
      .insert(renewedSessions)
      .values({ tokenHash: former.tokenHash, successorHash, salt, renewedAt: now });
  }
  return { token: fresh, expiresAt: former.expiresAt };
};

/**
 * Puts a fresh token in the place of the caller's, which ends. With a key the exchange may be repeated for a minute and
 * answers the same token. null where the session has just been ended: of two who exchange one token without a key, one
 * gets the new one.
 */
export const renewSession = (db: Database, renewal: Renewal): Promise<Fresh | null> =>
  inTransaction(db, async (tx) => {
    const { actor } = renewal;
    // Who ends all sessions holds this row: they come before, and this one is gone, or after, and see the fresh one.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, actor.accountId)).for('share');
    const [former] = await tx.delete(sessions).where(eq(sessions.tokenHash, actor.tokenHash)).returning();
    return former ? succeed(tx, former, renewal) : repeat(tx, renewal);
  });
