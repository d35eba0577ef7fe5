import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { connect, type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { PATIENCE } from '../database.ts';

/** One of the simultaneous steps of a race. Each has a transaction of its own. */
export type Operation<Scenario> = (tx: Tx, scenario: Scenario, now: Date) => Promise<unknown>;

/** Connects with a connection for every race that `inTurns` runs at once. */
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

export const outcome = <Scenario>(
  db: Database,
  deed: Operation<Scenario>,
  scenario: Scenario,
): Promise<string> => said(inTransaction(db, (tx) => deed(tx, scenario, new Date())));

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
export const overlap = async <Scenario>(
  db: Database,
  [first, ...others]: readonly [Operation<Scenario>, ...Operation<Scenario>[]],
  scenario: Scenario,
): Promise<string[]> => {
  const underWay = others.map((): UnderWay => ({ pid: null, ended: false }));
  const begin = () =>
    Promise.all(
      others.map((deed, n) => {
        const each = underWay[n] as UnderWay;
        const deedOfKnown: Operation<Scenario> = async (tx, met, now) => {
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          each.pid = rows[0]?.pid ?? null;
          await deed(tx, met, now);
        };
        return outcome(db, deedOfKnown, scenario).finally(() => {
          each.ended = true;
        });
      }),
    );
  let begun: Promise<string[]> | undefined;
  const heard = await outcome(
    db,
    async (tx, met: Scenario, now) => {
      await first(tx, met, now);
      begun ??= begin();
      begun.catch(() => {});
      await expect.poll(() => areHeldUp(db, underWay), { interval: 5 }).toBe(true);
    },
    scenario,
  );
  // A first deed that is refused holds nothing.
  return [heard, ...(await (begun ?? begin()))];
};

const atOnce = <Scenario>(db: Database, deeds: readonly Operation<Scenario>[], scenario: Scenario) =>
  Promise.all(deeds.map((deed) => outcome(db, deed, scenario)));

type Way = <Scenario>(
  db: Database,
  deeds: readonly [Operation<Scenario>, ...Operation<Scenario>[]],
  scenario: Scenario,
) => Promise<string[]>;

const firstBefore: Way = async (db, [first, ...others], scenario) => [
  await outcome(db, first, scenario),
  ...(await atOnce(db, others, scenario)),
];

/** How the deeds meet, whatever the machine does besides. */
const WAYS: readonly Way[] = [atOnce, overlap, firstBefore];

/**
 * Runs all deeds and returns their outcomes in the order of the deeds. Each round begins with another deed. They begin at
 * once, or the first is done but not committed when the others begin, or it has ended; so each of these ways is taken with
 * each of the deeds as the first in three times as many rounds as there are deeds.
 */
export const meet = async <Scenario>(
  db: Database,
  deeds: readonly Operation<Scenario>[],
  scenario: Scenario,
  round: number,
): Promise<string[]> => {
  const order = deeds.map((_, n) => (n + round) % deeds.length);
  const way = WAYS[Math.floor(round / deeds.length) % WAYS.length] ?? atOnce;
  const [first, ...others] = order.map((n) => deeds[n] as Operation<Scenario>);
  if (!first) return [];
  const heard = await way(db, [first, ...others], scenario);
  return deeds.map((_, n) => heard[order.indexOf(n)] ?? '');
};

/** Runs only as many races at once as there are connections, so that no transaction waits for one. */
export const inTurns = async <Scenario>(
  scenarios: readonly Scenario[],
  work: (scenario: Scenario, round: number) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < scenarios.length; at += 5) {
    await Promise.all(scenarios.slice(at, at + 5).map((scenario, n) => work(scenario, at + n)));
  }
};
