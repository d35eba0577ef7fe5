import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Database, Executor, Tx } from '../../platform/database/database.ts';
import { preparedSelect, statement } from '../../platform/database/statement.ts';
import { Refusal } from '../../platform/errors.ts';
import { proveTrainee } from '../actors.ts';
import type { SignedInTrainee } from '../gate.ts';
import { hasMailbox } from '../queries.ts';
import { accounts, sessions } from '../tables.ts';

const HOUR = 3_600_000;
export const IDLE_LIMIT = 2 * HOUR;
export const AGE_LIMIT = 24 * HOUR;
/** In milliseconds. */
const TOUCH_INTERVAL_MS = 60_000;

const touchedBefore = (now: Date) => new Date(now.getTime() - TOUCH_INTERVAL_MS);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A lifetime counts from the login; renewals do not extend it. */
interface Lifetime {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const lifetimeFrom = (login: Date): Lifetime => ({
  createdAt: login,
  expiresAt: new Date(login.getTime() + AGE_LIMIT),
});

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Letters only, so that no part looks like somebody's number. */
const newLineage = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/[0-9]/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

export interface Client {
  readonly device: string | null;
  readonly network: string | null;
}

const UNKNOWN_CLIENT: Client = { device: null, network: null };

export const startSession = async (
  db: Executor,
  accountId: number,
  now: Date,
  client: Client = UNKNOWN_CLIENT,
): Promise<string> => {
  const token = newToken();
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    accountId,
    lastUsedAt: now,
    lineage: newLineage(),
    ...lifetimeFrom(now),
    ...client,
  });
  return token;
};

/** False if it had already ended. */
export const endSession = async (db: Executor, { actor }: Context<SignedInTrainee>): Promise<boolean> => {
  const ended = await db.delete(sessions).where(eq(sessions.tokenHash, actor.tokenHash)).returning({
    tokenHash: sessions.tokenHash,
  });
  return ended.length > 0;
};

/** Lock the account first: `lockAccount`. */
export const endSessions = (db: Executor, accountId: number, keepTokenHash = '') =>
  db.delete(sessions).where(and(eq(sessions.accountId, accountId), ne(sessions.tokenHash, keepTokenHash)));

/** Lock the account first: `lockAccount`. */
export const refuseEndedSession = async (
  tx: Tx,
  { tokenHash }: Pick<SignedInTrainee, 'tokenHash'>,
): Promise<void> => {
  if ((await tx.$count(sessions, eq(sessions.tokenHash, tokenHash))) === 0)
    throw new Refusal('session_ended');
};

const liveSession = preparedSelect('find_session', (query) =>
  query
    .select({
      accountId: sessions.accountId,
      state: accounts.state,
      hasDefaultPassword: accounts.passwordIsBirthday,
      hasMailbox,
      lastUsedAt: sessions.lastUsedAt,
    })
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
 * Only one of simultaneous requests writes. The commit waits neither for the disk nor for a standby. It may: nobody was told
 * of it, and if it is lost, an idle session ends a minute earlier at most.
 */
const writeUse = statement(
  'touch_session',
  sql`
    with unhurried as (select set_config('synchronous_commit', 'off', true))
    update ${sessions} set last_used_at = ${sql.placeholder('now')}
    from unhurried
    where token_hash = ${sql.placeholder('tokenHash')} and last_used_at < ${sql.placeholder('before')}`,
);

/** Null if unknown, idle for 2 hours, a day old, or suspended. */
export const identifier = (db: Database) => {
  const touch = async (tokenHash: string, now: Date) => {
    try {
      await writeUse(db, { tokenHash, now, before: touchedBefore(now) });
    } catch {
      // Reading still works if writing fails (a full disk); the next request tries again.
    }
  };

  return async (token: string, now: Date): Promise<SignedInTrainee | null> => {
    const tokenHash = hashToken(token);
    const idleSince = new Date(now.getTime() - IDLE_LIMIT);
    const [found] = await liveSession(db, { tokenHash, now, idleSince });
    if (!found) return null;
    if (found.lastUsedAt < touchedBefore(now)) await touch(tokenHash, now);
    const { lastUsedAt: _, ...trainee } = found;
    return proveTrainee({ ...trainee, tokenHash, token });
  };
};
