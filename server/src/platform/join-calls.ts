/** Does the work of the first call at once, and that of the calls that come meanwhile together. */
export const joinCalls = <T>(work: (items: readonly T[]) => Promise<void>): ((item: T) => Promise<void>) => {
  let waiting: T[] = [];
  let next: Promise<void> | null = null;
  let running: Promise<void> = Promise.resolve();

  const begin = (): Promise<void> => {
    const items = waiting;
    [waiting, next] = [[], null];
    return work(items);
  };

  return (item) => {
    waiting.push(item);
    if (!next) {
      next = running.then(begin, begin);
      running = next;
    }
    return next;
  };
};
