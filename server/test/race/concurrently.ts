import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { connectPatiently } from '../database.ts';

/** One of the simultaneous steps of a race. Each has a transaction of its own. */
export type Operation<Scenario> = (tx: Tx, scenario: Scenario, now: Date) => Promise<unknown>;

/** Connects with a connection for every race that `inTurns` runs at once. */
export const connectForRaces = (url: string): Database => connectPatiently(url, { max: 20 });

/** Returns `done` or the code of the refusal. Any other error fails the test. */
export const resultOf = async (attempt: Promise<unknown>): Promise<string> => {
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
  operation: Operation<Scenario>,
  scenario: Scenario,
): Promise<string> => resultOf(inTransaction(db, (tx) => operation(tx, scenario, new Date())));

/** An operation under way: the process of PostgreSQL that runs it, as soon as it is known. */
interface UnderWay {
  pid: number | null;
  ended: boolean;
}

/** Whether each of the operations waits for a lock of another transaction, or has ended. */
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
 * Runs the first operation, lets the others begin before it commits, and commits it when each of them waits for it or has
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
      others.map((operation, n) => {
        const each = underWay[n] as UnderWay;
        const notingProcess: Operation<Scenario> = async (tx, met, now) => {
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          each.pid = rows[0]?.pid ?? null;
          await operation(tx, met, now);
        };
        return outcome(db, notingProcess, scenario).finally(() => {
          each.ended = true;
        });
      }),
    );
  let begun: Promise<string[]> | undefined;
  const firstOutcome = await outcome(
    db,
    async (tx, met: Scenario, now) => {
      await first(tx, met, now);
      begun ??= begin();
      begun.catch(() => {});
      await expect.poll(() => areHeldUp(db, underWay), { interval: 5 }).toBe(true);
    },
    scenario,
  );
  // A first operation that is refused holds no lock.
  return [firstOutcome, ...(await (begun ?? begin()))];
};

const atOnce = <Scenario>(db: Database, operations: readonly Operation<Scenario>[], scenario: Scenario) =>
  Promise.all(operations.map((operation) => outcome(db, operation, scenario)));

type Way = <Scenario>(
  db: Database,
  operations: readonly [Operation<Scenario>, ...Operation<Scenario>[]],
  scenario: Scenario,
) => Promise<string[]>;

const firstBefore: Way = async (db, [first, ...others], scenario) => [
  await outcome(db, first, scenario),
  ...(await atOnce(db, others, scenario)),
];

/** The ways in which the operations meet, whatever else the machine does. */
const WAYS: readonly Way[] = [atOnce, overlap, firstBefore];

/**
 * Runs all operations and returns their outcomes in the same order. Each round begins with another operation. They
 * begin at once, or the first is done but not committed when the others begin, or it has ended; so each of these ways
 * is taken with each of the operations as the first in three times as many rounds as there are operations.
 */
export const concurrently = async <Scenario>(
  db: Database,
  operations: readonly Operation<Scenario>[],
  scenario: Scenario,
  round: number,
): Promise<string[]> => {
  const order = operations.map((_, n) => (n + round) % operations.length);
  const way = WAYS[Math.floor(round / operations.length) % WAYS.length] ?? atOnce;
  const [first, ...others] = order.map((n) => operations[n] as Operation<Scenario>);
  if (!first) return [];
  const outcomes = await way(db, [first, ...others], scenario);
  return operations.map((_, n) => outcomes[order.indexOf(n)] ?? '');
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
