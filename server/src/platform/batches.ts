import { Refusal } from './errors.ts';

interface Waiting<I, O> {
  readonly item: I;
  /** Ends the wait. Only the first call has an effect. */
  readonly settle: (outcome: O | Error) => void;
  /** The arrival of this call. In milliseconds, as `performance.now()`. */
  readonly since: number;
  /** The first arrival of the same ticket, which decides about the place in the line. */
  readonly firstSince: number;
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
  /** A call that was refused because of a crowd keeps its place if it comes again with the same ticket. */
  readonly ticketOf: (item: I) => string | null;
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

const tooCrowded = (ahead: number) => {
  const again = 2 + Math.floor(ahead / AHEAD_PER_SECOND);
  return new Refusal('crowded', { retryAfter: again, line: { ahead, again } });
};

/** A line moves faster; people who are far behind ask less often. */
const AHEAD_PER_SECOND = 500;

/** First arrivals by ticket, of those who were here in the last minute. */
const openArrivals = () => {
  const known = new Map<string, { first: number; last: number }>();
  const forgetOld = (now: number) => {
    for (const [ticket, { last }] of known) {
      if (now - last < REMEMBERED_MS && known.size <= MAX_REMEMBERED) return;
      known.delete(ticket);
    }
  };
  return {
    firstOf: (ticket: string | null, now: number): number => {
      if (ticket === null) return now;
      const first = known.get(ticket)?.first ?? now;
      // The last one to be seen is the last one in the map.
      known.delete(ticket);
      known.set(ticket, { first, last: now });
      forgetOld(now);
      return first;
    },
    forget: (ticket: string | null) => {
      if (ticket !== null) known.delete(ticket);
    },
  };
};

/** In milliseconds. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 20_000;

const putInLine = <I, O>(line: Waiting<I, O>[], place: Waiting<I, O>): void => {
  const before = line.findLastIndex(({ firstSince }) => firstSince <= place.firstSince);
  line.splice(before + 1, 0, place);
};

/**
 * Does work on many items of a key at once. The first item begins at once; those that arrive while a batch of their key
 * runs are the next batch, in the order of their first arrival. Throws `crowded`, with the number of items before this
 * one, if too many wait, or one waits too long.
 */
export const inBatches = <I, O>({
  size,
  waiting,
  timeout,
  ownerOf,
  ticketOf,
  work,
  failsAll,
}: Batching<I, O>): ((key: string, item: I) => Promise<O>) => {
  const lines = new Map<string, Waiting<I, O>[]>();
  const arrivals = openArrivals();

  const runBatch = async (key: string, line: Waiting<I, O>[]): Promise<void> => {
    const batch = takeBatch(line, { size, ownerOf });
    for (const { item } of batch) arrivals.forget(ticketOf(item));
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

  const dropLate = (line: Waiting<I, O>[]): void => {
    const now = performance.now();
    const isLate = ({ since }: Waiting<I, O>) => now - since > timeout;
    for (const [ahead, place] of line.entries()) if (isLate(place)) place.settle(tooCrowded(ahead));
    line.splice(0, line.length, ...line.filter((place) => !isLate(place)));
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
      const since = performance.now();
      const place = { item, settle, since, firstSince: arrivals.firstOf(ticketOf(item), since) };
      const line = lines.get(key);
      if (!line) {
        const first = [place];
        lines.set(key, first);
        void runLine(key, first);
        return;
      }
      putInLine(line, place);
      if (line.length > waiting) line.pop()?.settle(tooCrowded(line.length));
    });
};
