import { sql } from 'drizzle-orm';
import { Refusal } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import { startPolling } from '../poll.ts';
import { type Database, STATEMENT_TIMEOUT, sqlState } from './database.ts';

/** A standby for reads that decide nothing. */
export interface Replica {
  readonly db: Database;
  /** Whether it answers and is at most `MAX_LAG_MS` behind. Otherwise reads go to the primary. */
  isCurrent(): boolean;
}

/** In milliseconds. */
export const MAX_LAG_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;

interface Position {
  readonly at: number;
  /** Bytes of the write-ahead log. */
  readonly log: bigint;
}

/**
 * Measures how far a replica is behind, by when the primary was where the replica is now. A time of the replica would not
 * do: while nobody writes, its last change grows old.
 */
export const lagMeter = () => {
  let seen: Position[] = [];
  return {
    primaryAt: (position: Position): void => {
      // A replica that has not reached older positions is too late for any of them.
      seen = [...seen.filter(({ at }) => position.at - at <= 2 * MAX_LAG_MS), position];
    },
    /** Returns milliseconds: infinite as long as the replica has reached no known position. */
    lagOf: (replayed: bigint, now: number): number => {
      const reached = seen.findLastIndex(({ log }) => log <= replayed);
      if (reached === -1) return Number.POSITIVE_INFINITY;
      seen = seen.slice(reached);
      return seen.length === 1 ? 0 : now - (seen[0]?.at ?? 0);
    },
  };
};

const primaryPosition = async (db: Database): Promise<bigint | null> => {
  const { rows } = await db.execute<{ log: string }>(
    sql`select (pg_current_wal_lsn() - '0/0')::text as log where not pg_is_in_recovery()`,
  );
  return rows[0] ? BigInt(rows[0].log) : null;
};

/** Null for a server that is no standby: a former primary takes itself for current. */
const replayedPosition = async (db: Database): Promise<bigint | null> => {
  const { rows } = await db.execute<{ log: string }>(
    sql`select (pg_last_wal_replay_lsn() - '0/0')::text as log
      where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`,
  );
  return rows[0] ? BigInt(rows[0].log) : null;
};

interface Following {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly every?: number;
}

/** While the primary is away, a replica that has all of its known log goes on answering. */
export const followReplica = (
  primary: Database,
  db: Database,
  { log, every = CHECK_INTERVAL_MS }: Following,
): Replica & { stop(): Promise<void> } => {
  const meter = lagMeter();
  let current = false;
  const become = (value: boolean, why: object) => {
    if (value !== current) log.info(why, value ? 'reads go to the replica' : 'reads go to the primary');
    current = value;
  };
  const check = async () => {
    const [position, replayed] = await Promise.all([
      primaryPosition(primary).catch(() => null),
      replayedPosition(db).catch(() => null),
    ]);
    const now = performance.now();
    if (position !== null) meter.primaryAt({ at: now, log: position });
    const lag = replayed === null ? Number.POSITIVE_INFINITY : meter.lagOf(replayed, now);
    become(lag <= MAX_LAG_MS, { lag });
    return false;
  };
  const polling = startPolling(check, {
    every,
    onError: (error) => log.warn({ error }, 'the replica could not be checked'),
  });
  return {
    db,
    isCurrent: () => current,
    stop: async () => {
      await polling.stop();
      await db.$client.end();
    },
  };
};

/** Reads from the replica, if there is a current one, and again from the primary if it fails. */
export const readAside = async <T>(
  { db, replica }: { readonly db: Database; readonly replica?: Replica | undefined },
  read: (from: Database) => Promise<T>,
): Promise<T> => {
  if (!replica?.isCurrent()) return read(db);
  try {
    return await read(replica.db);
  } catch (error) {
    // A read that took too long would also take too long there.
    if (error instanceof Refusal || sqlState(error) === STATEMENT_TIMEOUT) throw error;
    return read(db);
  }
};
