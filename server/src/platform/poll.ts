import { setTimeout as sleep } from 'node:timers/promises';

interface Polling {
  /** In milliseconds. */
  readonly every: number;
  onError(error: unknown): void;
}

/** Repeats `work` while it returns true, and otherwise pauses: nothing is due, or it failed. */
export const startPolling = (
  work: () => Promise<boolean>,
  { every, onError }: Polling,
): { wake(): void; stop(): Promise<void> } => {
  let pausing = new AbortController();
  let isStopping = false;
  const run = async () => {
    while (!isStopping) {
      pausing = new AbortController();
      const { signal } = pausing;
      const hasMore = await work().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!hasMore && !isStopping) await sleep(every, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    wake: () => pausing.abort(),
    stop: async () => {
      isStopping = true;
      pausing.abort();
      await running;
    },
  };
};
