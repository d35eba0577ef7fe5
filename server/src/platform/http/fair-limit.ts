import { Refusal } from '../errors.ts';

/** `keys` identify the caller. Work without keys counts as that of a new caller. */
export type FairLimit = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

interface Turn {
  readonly keys: readonly string[];
  readonly start: number;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Start-time fair queueing: keys are served in rotation. If the queue is full, its last entry is refused with 503. */
export const limitFairly = ({ atOnce, waiting }: { atOnce: number; waiting: number }): FairLimit => {
  let running = 0;
  /** The virtual start time of the turn that began last. */
  let clock = 0;
  const line: Turn[] = [];
  /** The virtual start time of each key's last queued turn. */
  const lastStart = new Map<string, number>();

  const startOf = (keys: readonly string[]): number =>
    Math.max(clock, ...keys.map((key) => (lastStart.get(key) ?? -1) + 1));

  const insert = (turn: Turn) => {
    const later = line.findIndex(({ start }) => start > turn.start);
    line.splice(later === -1 ? line.length : later, 0, turn);
    for (const key of turn.keys) lastStart.set(key, turn.start);
  };

  const dropLast = (start: number) => {
    if (line.length < waiting) return;
    const last = line.at(-1);
    if (!last || last.start <= start) throw new Refusal('unavailable', { retryAfter: 2 });
    line.pop();
    last.refuse();
  };

  const queue = (keys: readonly string[]): Promise<void> => {
    const start = startOf(keys);
    dropLast(start);
    return new Promise((begin, reject) => {
      insert({ keys, start, begin, refuse: () => reject(new Refusal('unavailable', { retryAfter: 2 })) });
    });
  };

  /** Drops start times before the clock, which no longer matter. */
  const forget = () => {
    for (const [key, start] of lastStart) if (start < clock || line.length === 0) lastStart.delete(key);
  };

  const leave = () => {
    const next = line.shift();
    if (!next) {
      running -= 1;
      return;
    }
    clock = next.start;
    if (lastStart.size > 2 * waiting || line.length === 0) forget();
    // The next in line takes over the finished one's slot.
    next.begin();
  };

  return async (keys, work) => {
    if (running < atOnce) running += 1;
    else await queue(keys);
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
