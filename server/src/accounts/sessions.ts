import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { type Database, type Executor, inTransaction } from '../platform/database.ts';
import { preparedSelect, statement } from '../platform/statement.ts';
import type { Trainee } from './gate.ts';
import { accounts, sessions } from './tables.ts';

const HOUR = 3_600_000;
export const IDLE_LIMIT = 2 * HOUR;
export const AGE_LIMIT = 24 * HOUR;
/** `last_used_at` is written at most so often. */
const TOUCH_EVERY = 60_000;

const touchedBefore = (now: Date) => new Date(now.getTime() - TOUCH_EVERY);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** From the login on, however often its token is exchanged. */
interface Lifetime {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const lifetimeFrom = (login: Date): Lifetime => ({
  createdAt: login,
  expiresAt: new Date(login.getTime() + AGE_LIMIT),
});

/** Starts a session; the token is returned once and kept only as its SHA-256. */
export const startSession = async (
  db: Executor,
  accountId: number,
  now: Date,
  lifetime = lifetimeFrom(now),
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await db.insert(sessions).values({ tokenHash: hashToken(token), accountId, lastUsedAt: now, ...lifetime });
  return token;
};

/** The session as it was; null where somebody else ended it before. */
const takeSession = async (db: Executor, tokenHash: string): Promise<Lifetime | null> => {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ createdAt: sessions.createdAt, expiresAt: sessions.expiresAt });
  return ended ?? null;
};

/** Ends a session; false where somebody else ended it before. */
export const endSession = async (db: Executor, tokenHash: string): Promise<boolean> =>
  (await takeSession(db, tokenHash)) !== null;

/** Ends every session of the account but one; all of them where there is none to keep. Lock the account first: `lockAccount`. */
export const endSessions = (db: Executor, accountId: number, keepTokenHash = '') =>
  db.delete(sessions).where(and(eq(sessions.accountId, accountId), ne(sessions.tokenHash, keepTokenHash)));

/**
 * Ends the caller's session and puts a fresh token in its place, which ends when the login is a day old as the former
 * would have; null where it has just been ended: of two who swap one session, one gets the new one.
 */
export const renewSession = (
  db: Database,
  actor: Trainee,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | null> =>
  inTransaction(db, async (tx) => {
    // Who ends all sessions holds this row: they come before, and this one is gone, or after, and see the fresh one.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, actor.accountId)).for('share');
    const former = await takeSession(tx, actor.tokenHash);
    if (!former) return null;
    const token = await startSession(tx, actor.accountId, now, former);
    return { token, expiresAt: former.expiresAt };
  });

const liveSession = preparedSelect('find_session', (query) =>
  query
    .select({ accountId: sessions.accountId, state: accounts.state, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.lastUsedAt, sql.placeholder('idleSince')),
        isNull(accounts.suspendedAt),
      ),
    ),
);

/*
 * Of requests that come at once the first writes; the others find the row touched. Nobody waits for the disk: a crash
 * may take half a second of uses with it, and the next request writes again.
 */
const writeUse = statement(
  'touch_session',
  sql`
    with unhurried as (select set_config('synchronous_commit', 'off', true))
    update ${sessions} set last_used_at = ${sql.placeholder('now')}
    from unhurried
    where token_hash = ${sql.placeholder('tokenHash')} and last_used_at < ${sql.placeholder('before')}`,
);

/** Who a token stands for; null when the session is unknown, idle for 2 hours, a day old or its owner suspended. */
export const identifier = (db: Database) => {
  const touch = async (tokenHash: string, now: Date) => {
    try {
      await writeUse(db, { tokenHash, now, before: touchedBefore(now) });
    } catch {
      // Reading goes on where nothing can be written (a full disk); the next request tries again.
    }
  };

  return async (token: string, now: Date): Promise<Trainee | null> => {
    const tokenHash = hashToken(token);
    const idleSince = new Date(now.getTime() - IDLE_LIMIT);
    const [found] = await liveSession(db, { tokenHash, now, idleSince });
    if (!found) return null;
    if (found.lastUsedAt < touchedBefore(now)) await touch(tokenHash, now);
    return { accountId: found.accountId, state: found.state, tokenHash };
  };
};
