/** Throughput per second and median latency. */
export interface Rate {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
}

/** Runs `work` with `concurrency` under way at once for `seconds`; `work` gets a number that never comes twice. */
export const measure = async (
  work: (n: number) => Promise<unknown>,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Rate> => {
  const took: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let next = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const n = next;
      next += 1;
      const started = performance.now();
      await work(n);
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  took.sort((a, b) => a - b);
  return {
    perSecond: (took.length * 1000) / (performance.now() - begin),
    median: took[Math.floor(took.length / 2)] ?? 0,
  };
};

/** The middle of several ratios: each round measures both sides right after each other, so that a noisy neighbour hits both. */
export const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
