import { Refusal } from './errors.ts';

/** Runs work, at most so much of it at once. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `atOnce` run, `waiting` more stand in line, whoever comes then is told to come again (503). */
export const limitConcurrency = ({ atOnce, waiting }: { atOnce: number; waiting: number }): Limit => {
  let running = 0;
  const line: (() => void)[] = [];

  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (line.length >= waiting) throw new Refusal('unavailable', { retryAfter: 2 });
    return new Promise((resolve) => line.push(resolve));
  };

  const leave = () => {
    const next = line.shift();
    // The next in line takes over the place of the one who leaves.
    if (next) next();
    else running -= 1;
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
