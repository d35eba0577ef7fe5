import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { proveTrainee } from '../actors.ts';
import type { SignedInTrainee } from '../gate.ts';
import { hasMailbox } from '../queries.ts';
import { accounts, renewedSessions, sessions } from '../tables.ts';
import { type Client, hashToken, newToken } from './sessions.ts';

/** In milliseconds. */
export const RENEWAL_GRACE = 60_000;

interface Renewal {
  /** Null if the renewal cannot be repeated. */
  readonly key: string | null;
  readonly client: Client;
}

type Caller = Context<SignedInTrainee>;

interface Fresh {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Returns the same token for the same input, so that the database stores only the salt. */
const freshToken = (former: string, key: string, salt: string): string =>
  createHmac('sha256', former).update(`${salt} ${key}`).digest('base64url');

const since = (now: Date) => new Date(now.getTime() - RENEWAL_GRACE);

const madeLately = (tokenHash: string, now: Date) =>
  and(
    eq(renewedSessions.tokenHash, tokenHash),
    gt(renewedSessions.renewedAt, since(now)),
    gt(sessions.expiresAt, now),
  );

export const identifyRenewed = async (
  db: Database,
  token: string,
  now: Date,
): Promise<SignedInTrainee | null> => {
  const tokenHash = hashToken(token);
  const [found] = await db
    .select({
      accountId: sessions.accountId,
      state: accounts.state,
      hasDefaultPassword: accounts.passwordIsBirthday,
      hasMailbox,
    })
    .from(renewedSessions)
    .innerJoin(sessions, eq(sessions.tokenHash, renewedSessions.successorHash))
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(madeLately(tokenHash, now), isNull(accounts.suspendedAt)));
  return found ? proveTrainee({ ...found, tokenHash, token }) : null;
};

const repeat = async (tx: Tx, { key }: Renewal, { actor, now }: Caller): Promise<Fresh | null> => {
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

/** Starts the new session with the lifetime of the former one, which ends a day after the login. */
const succeed = async (
  tx: Tx,
  former: Session,
  { key, client }: Renewal,
  { actor, now }: Caller,
): Promise<Fresh> => {
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

/** Returns null if the session has just ended. A repeat with the same key within a minute returns the same token. */
export const renewSession = (db: Database, renewal: Renewal, caller: Caller): Promise<Fresh | null> =>
  inTransaction(db, async (tx) => {
    const { actor } = caller;
    // Ending all sessions locks this row: it either comes first and this session is gone, or waits and sees
    // the new one.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, actor.accountId)).for('share');
    const [former] = await tx.delete(sessions).where(eq(sessions.tokenHash, actor.tokenHash)).returning();
    return former ? succeed(tx, former, renewal, caller) : repeat(tx, renewal, caller);
  });
