import { Refusal } from './errors.ts';

/** Runs work, at most so much of it at once. Who is `gone` before their turn leaves the line: theirs never begins. */
export type Limit = <T>(work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** At most `atOnce` run, `waiting` more stand in line, whoever comes then is told to come again (503). */
export const limitConcurrency = ({ atOnce, waiting }: { atOnce: number; waiting: number }): Limit => {
  let running = 0;
  const line: (() => void)[] = [];

  const queue = (gone: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const quit = () => {
        line.splice(line.indexOf(begin), 1);
        reject(gone?.reason);
      };
      const begin = () => {
        gone?.removeEventListener('abort', quit);
        resolve();
      };
      line.push(begin);
      gone?.addEventListener('abort', quit, { once: true });
    });

  const enter = (gone: AbortSignal | undefined): Promise<void> | undefined => {
    gone?.throwIfAborted();
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (line.length >= waiting) throw new Refusal('unavailable', { retryAfter: 2 });
    return queue(gone);
  };

  const leave = () => {
    const next = line.shift();
    // The next in line takes over the place of the one who leaves.
    if (next) next();
    else running -= 1;
  };

  return async (work, gone) => {
    await enter(gone);
    try {
      // Between the turn and its beginning there is a moment.
      gone?.throwIfAborted();
      return await work();
    } finally {
      leave();
    }
  };
};
