import { Refusal } from './errors.ts';

interface Waiting<I, O> {
  readonly item: I;
  /** Ends the wait. Only the first call has an effect. */
  readonly settle: (outcome: O | Error) => void;
  /** In milliseconds, as `performance.now()`. */
  readonly since: number;
}

interface Batching<I, O> {
  /** Items of one batch. */
  readonly size: number;
  /** Items of one key that may wait. */
  readonly waiting: number;
  /** The longest wait for a batch, in milliseconds. */
  readonly timeout: number;
  /** Two items of the same owner are in different batches. */
  readonly ownerOf: (item: I) => string;
  /** Returns an outcome for each item, in their order. If it throws, all items get that error. */
  readonly work: (key: string, items: readonly I[]) => Promise<readonly (O | Error)[]>;
  /** Whether those who wait for the same key would get the error too. */
  readonly failsAll: (error: unknown) => boolean;
}

const takeBatch = <I, O>(
  line: Waiting<I, O>[],
  { size, ownerOf }: Pick<Batching<I, O>, 'size' | 'ownerOf'>,
): Waiting<I, O>[] => {
  const [owners, batch] = [new Set<string>(), new Set<Waiting<I, O>>()];
  for (const next of line) {
    if (batch.size === size) break;
    const owner = ownerOf(next.item);
    if (!owners.has(owner)) batch.add(next);
    owners.add(owner);
  }
  line.splice(0, line.length, ...line.filter((next) => !batch.has(next)));
  return [...batch];
};

const tooCrowded = () => new Refusal('crowded', { retryAfter: 2 });

/**
 * Does work on many items of a key at once. The first item begins at once; those that arrive while a batch of their key
 * runs are the next batch, in the order of their arrival. Throws `crowded` if too many wait, or one waits too long.
 */
export const inBatches = <I, O>({
  size,
  waiting,
  timeout,
  ownerOf,
  work,
  failsAll,
}: Batching<I, O>): ((key: string, item: I) => Promise<O>) => {
  const lines = new Map<string, Waiting<I, O>[]>();

  const runBatch = async (key: string, line: Waiting<I, O>[]): Promise<void> => {
    const batch = takeBatch(line, { size, ownerOf });
    try {
      const outcomes = await work(
        key,
        batch.map(({ item }) => item),
      );
      for (const [index, { settle }] of batch.entries())
        settle(outcomes[index] ?? new Error(`no outcome for an item of ${key}`));
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const failed = failsAll(error) ? [...batch, ...line.splice(0)] : batch;
      for (const { settle } of failed) settle(error);
    }
  };

  /** The first in the line have waited longest. */
  const dropLate = (line: Waiting<I, O>[]): void => {
    const now = performance.now();
    while (line[0] && now - line[0].since > timeout) line.shift()?.settle(tooCrowded());
  };

  const runLine = async (key: string, line: Waiting<I, O>[]): Promise<void> => {
    const timer = setInterval(() => dropLate(line), timeout / 10);
    while (line.length > 0) await runBatch(key, line);
    clearInterval(timer);
    lines.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: O | Error) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const place = { item, settle, since: performance.now() };
      const line = lines.get(key);
      if (line && line.length >= waiting) reject(tooCrowded());
      else if (line) line.push(place);
      else {
        const first = [place];
        lines.set(key, first);
        void runLine(key, first);
      }
    });
};
