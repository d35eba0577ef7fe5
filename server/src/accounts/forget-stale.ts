import { lt, or } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { IDLE_LIMIT } from './sessions.ts';
import { LONGEST_SPAN } from './sign-in-budget.ts';
import { knownAddresses, sessions, signInAttempts } from './tables.ts';

const YEAR = 365 * 24 * 3_600_000;

/**
 * Deletes what has no effect any more: ended sessions, failed logins that count nowhere, addresses from which nobody
 * logged in for a year. To be called now and then; nothing depends on when.
 */
export const forgetStale = async (db: Database, now: Date): Promise<void> => {
  const before = (span: number) => new Date(now.getTime() - span);
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, before(IDLE_LIMIT))));
  await db.delete(signInAttempts).where(lt(signInAttempts.at, before(LONGEST_SPAN)));
  await db.delete(knownAddresses).where(lt(knownAddresses.lastUsedAt, before(YEAR)));
};
