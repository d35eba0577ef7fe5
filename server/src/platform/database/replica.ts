import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Refusal } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import { startPolling } from '../poll.ts';
import {
  type Database,
  type Executor,
  inTransaction,
  isDatabaseUnavailable,
  STATEMENT_TIMEOUT,
  sqlState,
  UNAVAILABLE_STATES,
} from './database.ts';
import { statement } from './statement.ts';

/** A standby for reads that decide nothing, or several behind one address. */
export interface Replica {
  readonly db: Database;
  /** Whether it answers and is at most `MAX_LAG_MS` behind. Otherwise reads go to the primary. */
  isCurrent(): boolean;
  /**
   * Whether the standby of this connection has the log up to `position`, and is not too far behind. Waits up to
   * `WAIT_MS` for the position. While the primary is away, this may be the standby that is becoming the primary.
   */
  reaches(on: Executor, position: bigint, options?: { readonly isPrimaryAway: boolean }): Promise<boolean>;
}

/** In milliseconds. */
export const MAX_LAG_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;
/** In milliseconds, for what the caller has written or seen. */
const WAIT_MS = 100;
const LOOK_INTERVAL_MS = 10;

interface Position {
  readonly at: number;
  /** Bytes of the write-ahead log. */
  readonly log: bigint;
}

/**
 * Measures how far a replica is behind, by when the primary was where the replica is now. A time of the replica would not
 * do: while nobody writes, its last change grows old. Time stands still while the primary is away, because nothing is
 * written; the last bytes of its log may be lost with it, and no replica would ever have them.
 */
export const lagMeter = () => {
  let seen: Position[] = [];
  /** When the primary last said where it is. */
  const newest = (): number => seen.at(-1)?.at ?? 0;
  return {
    primaryAt: (position: Position): void => {
      // A replica that has not reached older positions is too late for any of them.
      seen = [...seen.filter(({ at }) => position.at - at <= 2 * MAX_LAG_MS), position];
    },
    /** Returns milliseconds: infinite as long as the replica has reached no known position. */
    lagOf: (replayed: bigint): number => {
      const reached = seen.findLast(({ log }) => log <= replayed);
      return reached ? newest() - reached.at : Number.POSITIVE_INFINITY;
    },
    /** Returns the position that a replica must have reached to be at most `MAX_LAG_MS` behind. */
    least: (): bigint => seen.findLast(({ at }) => newest() - at >= MAX_LAG_MS)?.log ?? 0n,
  };
};

const positionOfPrimary = statement<{ log: string }>(
  'log_position',
  sql`select (pg_current_wal_insert_lsn() - '0/0')::text as log where not pg_is_in_recovery()`,
);

/** The end of the log of the primary, in bytes; null for a standby. */
export const primaryPosition = async (db: Executor): Promise<bigint | null> => {
  const [row] = await positionOfPrimary(db, {});
  return row ? BigInt(row.log) : null;
};

const positionOfReplica = statement<{ log: string }>(
  'replayed_position',
  sql`select (pg_last_wal_replay_lsn() - '0/0')::text as log
    where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`,
);

/** Null for a server that is no standby: a former primary takes itself for current. */
const replayedPosition = async (db: Executor): Promise<bigint | null> => {
  const [row] = await positionOfReplica(db, {});
  return row ? BigInt(row.log) : null;
};

/** Also of a server that is no standby. */
const positionOfAny = statement<{ log: string | null }>(
  'position_here',
  sql`select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as log`,
);

const positionHere = async (db: Executor): Promise<bigint> => {
  const [row] = await positionOfAny(db, {});
  return BigInt(row?.log ?? 0);
};

/** Looks again until the standby has the position or the time is over. */
const waitFor = async (on: Executor, position: bigint, within: number): Promise<boolean> => {
  const late = performance.now() + within;
  for (;;) {
    const replayed = await replayedPosition(on);
    if (replayed !== null && replayed >= position) return true;
    if (replayed === null || performance.now() >= late) return false;
    await sleep(LOOK_INTERVAL_MS);
  }
};

interface Following {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly every?: number;
}

/** While the primary is away, a replica that was current when it left goes on answering. */
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
    if (position !== null) meter.primaryAt({ at: performance.now(), log: position });
    const lag = replayed === null ? Number.POSITIVE_INFINITY : meter.lagOf(replayed);
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
    // Behind one address are several standbys, and each connection may lead to another one.
    reaches: async (on, position, { isPrimaryAway } = { isPrimaryAway: false }) => {
      const least = meter.least();
      if (isPrimaryAway && position <= least) return (await positionHere(on)) >= least;
      return position > least ? waitFor(on, position, WAIT_MS) : waitFor(on, least, 0);
    },
    stop: async () => {
      await polling.stop();
      await db.$client.end();
    },
  };
};

/** Reads from where the caller may read. */
export type ReadAside = <T>(read: (from: Executor) => Promise<T>) => Promise<T>;

export const readFrom =
  (db: Executor): ReadAside =>
  (read) =>
    read(db);

interface Aside {
  readonly db: Database;
  readonly replica?: Replica | undefined;
  /** The place in the log that the answer must include. */
  readonly since?: bigint;
}

/**
 * In one transaction, so that all statements go to the server that was asked how far it is. Null if it is too late or has
 * failed.
 */
const readThere = async <T>(
  { replica, since, isPrimaryAway }: { replica: Replica; since: bigint; isPrimaryAway: boolean },
  read: (from: Executor) => Promise<T>,
): Promise<{ readonly found: T } | null> => {
  try {
    return await inTransaction(replica.db, async (tx) =>
      (await replica.reaches(tx, since, { isPrimaryAway })) ? { found: await read(tx) } : null,
    );
  } catch (error) {
    // A read that took too long would also take too long on the primary.
    if (error instanceof Refusal || sqlState(error) === STATEMENT_TIMEOUT) throw error;
    return null;
  }
};

const isAway = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || UNAVAILABLE_STATES.test(sqlState(error) ?? '');

/**
 * Reads from the replica, if there is a current one that has `since`, and otherwise from the primary. While that is away, the
 * replica is asked once more: it may be another one than the first time, or be becoming the primary.
 */
export const readAside = async <T>(
  { db, replica, since = 0n }: Aside,
  read: (from: Executor) => Promise<T>,
): Promise<T> => {
  if (!replica) return read(db);
  const first = replica.isCurrent() ? await readThere({ replica, since, isPrimaryAway: false }, read) : null;
  if (first) return first.found;
  try {
    return await read(db);
  } catch (error) {
    const second = isAway(error) ? await readThere({ replica, since, isPrimaryAway: true }, read) : null;
    if (!second) throw error;
    return second.found;
  }
};
