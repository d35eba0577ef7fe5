import type { Attempt, Kind, Load, Sample } from './load.ts';
import { ask } from './sql.ts';

/** What people saw during a fault. */
export interface Seen {
  readonly requests: number;
  /** Longest time in seconds in which no enrolment was acknowledged. */
  readonly writesAway: number;
  /** The same of the servers behind PgBouncer. */
  readonly pooledWritesAway: number;
  readonly guests: { readonly asked: number; readonly failed: number; readonly away: number };
  readonly own: { readonly asked: number; readonly failed: number };
  /** How often each status other than 200 was answered. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** The longest time in seconds without an answer 200 to this kind of request. */
const longestGap = (samples: readonly Sample[], kind: Kind, from: number, to: number): number => {
  const times = samples
    .filter((sample) => sample.kind === kind && sample.status === 200 && sample.answered >= from)
    .map(({ answered }) => Math.min(answered, to))
    .sort((one, other) => one - other);
  const stops = [from, ...times, to];
  return Math.max(...stops.map((time, n) => time - (stops[n - 1] ?? from))) / 1_000;
};

const countBy = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

interface Span {
  /** Times of `performance.now`. */
  readonly from: number;
  readonly to: number;
  /** The servers behind PgBouncer. */
  readonly pooled: readonly string[];
}

export const seenBetween = ({ samples }: Pick<Load, 'samples'>, { from, to, pooled }: Span): Seen => {
  const within = samples.filter(({ asked }) => asked >= from && asked < to);
  const counts = (kind: Kind) => {
    const ofKind = within.filter((sample) => sample.kind === kind);
    return { asked: ofKind.length, failed: ofKind.filter(({ status }) => status !== 200).length };
  };
  const failed = within.filter(({ status }) => status !== 200);
  return {
    requests: within.length,
    writesAway: longestGap(samples, 'write', from, to),
    pooledWritesAway: longestGap(
      samples.filter(({ server }) => pooled.includes(server)),
      'write',
      from,
      to,
    ),
    guests: { ...counts('guest'), away: longestGap(samples, 'guest', from, to) },
    own: counts('own'),
    statuses: countBy(failed.map(({ kind, status }) => `${kind} ${status || 'broken'}`)),
  };
};

/** What became of all enrolments. */
export interface Account {
  readonly attempts: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** Enrolled more often than acknowledged, by attempts that got no answer; allowed. */
  readonly unanswered: number;
  readonly refused: readonly string[];
  readonly unseen: number;
}

const keyOf = (accountId: number, code: string) => `${accountId} ${code}`;

/** Compares what people were told with what the database holds. */
export const settle = async (load: Load, url: string): Promise<Account> => {
  const rows = await ask<{ account_id: string; code: string; held: number; told: number }>(
    url,
    `select r.account_id, c.code, count(distinct r.id)::int as held, count(e.id)::int as told
     from registrations r join classes c on c.id = r.class_id
     left join registration_events e on e.registration_id = r.id
     group by r.account_id, c.code`,
  );
  const held = new Map(rows.map((row) => [keyOf(Number(row.account_id), row.code), row]));
  const isHeld = ({ person, code }: Attempt) => held.has(keyOf(person.id, code));
  const acknowledged = load.attempts.filter((attempt) => attempt.acknowledged);
  return {
    attempts: load.attempts.length,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((attempt) => !isHeld(attempt)).length,
    doubled: rows.filter((row) => row.held > 1 || row.told > 1).length,
    unanswered: load.attempts.filter((attempt) => !attempt.acknowledged && isHeld(attempt)).length,
    refused: load.attempts.flatMap(({ refusal }) => refusal ?? []),
    unseen: load.unseen.length,
  };
};
