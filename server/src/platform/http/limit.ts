import type { RefusalCode } from '@portal/contract/errors';
import { Refusal } from '../errors.ts';

/** If `gone` aborts while the work waits, the work never starts. */
export type Limit = <T>(work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  /** The longest wait in milliseconds; unlimited by default. */
  readonly timeout?: number;
  /** The text for those who are refused. */
  readonly busy?: RefusalCode;
  /** Whether an error means that the next work would fail as well. Then all who wait are refused. */
  readonly failsAll?: (error: unknown) => boolean;
}

interface Waiting {
  readonly begin: () => void;
  readonly quit: (reason: unknown) => void;
}

const tooBusy = (code: RefusalCode) => new Refusal(code, { retryAfter: 2 });

/** Refuses with 503 if the queue is full or the wait exceeds `timeout`. */
export const limitConcurrency = ({
  atOnce,
  waiting,
  timeout,
  busy = 'unavailable',
  failsAll = () => false,
}: Bounds): Limit => {
  let running = 0;
  const line: Waiting[] = [];

  const queue = (gone: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      const quit = (reason: unknown) => {
        clearTimeout(late);
        line.splice(line.indexOf(place), 1);
        reject(reason);
      };
      const leaveLine = () => quit(gone?.reason);
      const begin = () => {
        clearTimeout(late);
        gone?.removeEventListener('abort', leaveLine);
        resolve();
      };
      const place = { begin, quit };
      line.push(place);
      gone?.addEventListener('abort', leaveLine);
      if (timeout !== undefined) late = setTimeout(() => quit(tooBusy(busy)), timeout);
    });

  const enter = (gone: AbortSignal | undefined): Promise<void> | undefined => {
    gone?.throwIfAborted();
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (line.length >= waiting) throw tooBusy(busy);
    return queue(gone);
  };

  const leave = () => {
    // The next in line takes over the finished one's slot.
    if (line.length === 0) running -= 1;
    else line.shift()?.begin();
  };

  return async (work, gone) => {
    await enter(gone);
    try {
      // The signal may have aborted in the meantime.
      gone?.throwIfAborted();
      return await work();
    } catch (error) {
      if (failsAll(error)) for (const { quit } of [...line]) quit(tooBusy(busy));
      throw error;
    } finally {
      leave();
    }
  };
};

export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export const limitByKey = (bounds: Bounds): KeyedLimit => {
  const limits = new Map<string, { readonly limit: Limit; users: number }>();
  return async (key, work) => {
    const used = limits.get(key) ?? { limit: limitConcurrency(bounds), users: 0 };
    limits.set(key, used);
    used.users += 1;
    try {
      return await used.limit(work);
    } finally {
      used.users -= 1;
      if (used.users === 0) limits.delete(key);
    }
  };
};
