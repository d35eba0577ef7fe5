import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { connect, type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { PATIENCE } from '../database.ts';

/** One of the simultaneous steps of a race. Each has a transaction of its own. */
export type Deed<Meeting> = (tx: Tx, meeting: Meeting, now: Date) => Promise<unknown>;

/** With a connection for every race that `inTurns` runs at once. */
export const connectPatiently = (url: string): Database => connect(url, { max: 20, patience: PATIENCE });

/** Returns `done` or the code of the refusal. Any other error fails the test. */
export const said = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

export const outcome = <Meeting>(db: Database, deed: Deed<Meeting>, meeting: Meeting): Promise<string> =>
  said(inTransaction(db, (tx) => deed(tx, meeting, new Date())));

/** A deed under way: the process of PostgreSQL that does it, as soon as it is known. */
interface UnderWay {
  pid: number | null;
  ended: boolean;
}

/** Whether each of the deeds waits for a lock of another transaction, or has ended. */
const areHeldUp = async (db: Database, underWay: readonly UnderWay[]): Promise<boolean> => {
  const pids = underWay.filter(({ ended }) => !ended).map(({ pid }) => pid);
  if (pids.length === 0) return true;
  if (pids.includes(null)) return false;
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where pid in ${pids} and wait_event_type = 'Lock'`,
  );
  return rows.length === pids.length;
};

/**
 * Does the first deed, lets the others begin before it is committed, and commits it when each of them waits for it or has
 * ended. Returns their outcomes in order.
 */
export const overlap = async <Meeting>(
  db: Database,
  [first, ...others]: readonly [Deed<Meeting>, ...Deed<Meeting>[]],
  meeting: Meeting,
): Promise<string[]> => {
  const underWay = others.map((): UnderWay => ({ pid: null, ended: false }));
  const begin = () =>
    Promise.all(
      others.map((deed, n) => {
        const each = underWay[n] as UnderWay;
        const deedOfKnown: Deed<Meeting> = async (tx, met, now) => {
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          each.pid = rows[0]?.pid ?? null;
          await deed(tx, met, now);
        };
        return outcome(db, deedOfKnown, meeting).finally(() => {
          each.ended = true;
        });
      }),
    );
  let begun: Promise<string[]> | undefined;
  const heard = await outcome(
    db,
    async (tx, met: Meeting, now) => {
      await first(tx, met, now);
      begun ??= begin();
      begun.catch(() => {});
      await expect.poll(() => areHeldUp(db, underWay), { interval: 5 }).toBe(true);
    },
    meeting,
  );
  // A first deed that is refused holds nothing.
  return [heard, ...(await (begun ?? begin()))];
};

const atOnce = <Meeting>(db: Database, deeds: readonly Deed<Meeting>[], meeting: Meeting) =>
  Promise.all(deeds.map((deed) => outcome(db, deed, meeting)));

type Way = <Meeting>(
  db: Database,
  deeds: readonly [Deed<Meeting>, ...Deed<Meeting>[]],
  meeting: Meeting,
) => Promise<string[]>;

const firstBefore: Way = async (db, [first, ...others], meeting) => [
  await outcome(db, first, meeting),
  ...(await atOnce(db, others, meeting)),
];

/** How the deeds meet, whatever the machine does besides. */
const WAYS: readonly Way[] = [atOnce, overlap, firstBefore];

/**
 * Runs all deeds and returns their outcomes in the order of the deeds. Each round begins with another deed. They begin at
 * once, or the first is done but not committed when the others begin, or it has ended; so each of these ways is taken with
 * each of the deeds as the first in three times as many rounds as there are deeds.
 */
export const meet = async <Meeting>(
  db: Database,
  deeds: readonly Deed<Meeting>[],
  meeting: Meeting,
  round: number,
): Promise<string[]> => {
  const order = deeds.map((_, n) => (n + round) % deeds.length);
  const way = WAYS[Math.floor(round / deeds.length) % WAYS.length] ?? atOnce;
  const [first, ...others] = order.map((n) => deeds[n] as Deed<Meeting>);
  if (!first) return [];
  const heard = await way(db, [first, ...others], meeting);
  return deeds.map((_, n) => heard[order.indexOf(n)] ?? '');
};

/** Runs only as many races at once as there are connections, so that no transaction waits for one. */
export const inTurns = async <Meeting>(
  meetings: readonly Meeting[],
  work: (meeting: Meeting, round: number) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < meetings.length; at += 5) {
    await Promise.all(meetings.slice(at, at + 5).map((meeting, n) => work(meeting, at + n)));
  }
};
