import { Refusal } from './errors.ts';

/** Runs work in turn. `keys` say on whose account it is done; work without keys stands for a newcomer. */
export type FairLimit = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

interface Turn {
  readonly keys: readonly string[];
  /** When it would begin if every key had a line of its own and all were served in rotation. */
  readonly start: number;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * At most `atOnce` run and `waiting` more stand in line, by start-time fair queueing: each key gets a turn in rotation, so
 * a newcomer goes before the second turn of whoever fills the line. Where the line is full the last one is told to come
 * again (503).
 */
export const limitFairly = ({ atOnce, waiting }: { atOnce: number; waiting: number }): FairLimit => {
  let running = 0;
  /** The start of the turn that began last. */
  let clock = 0;
  const line: Turn[] = [];
  /** The start of each key's last turn in line. */
  const lastStart = new Map<string, number>();

  const startOf = (keys: readonly string[]): number =>
    Math.max(clock, ...keys.map((key) => (lastStart.get(key) ?? -1) + 1));

  const insert = (turn: Turn) => {
    const later = line.findIndex(({ start }) => start > turn.start);
    line.splice(later === -1 ? line.length : later, 0, turn);
    for (const key of turn.keys) lastStart.set(key, turn.start);
  };

  const makeRoom = (start: number) => {
    if (line.length < waiting) return;
    const last = line.at(-1);
    if (!last || last.start <= start) throw new Refusal('unavailable', { retryAfter: 2 });
    line.pop();
    last.refuse();
  };

  const queue = (keys: readonly string[]): Promise<void> => {
    const start = startOf(keys);
    makeRoom(start);
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Refusal('unavailable', { retryAfter: 2 }));
      insert({ keys, start, begin: resolve, refuse });
    });
  };

  /** Starts before the clock decide nothing any more. */
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
    // The next in line takes over the place of the one who leaves.
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
