interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/** The neighbours in the queue. After a registration that has left the queue comes the first. */
export const neighboursOf = (ids: readonly number[], shown: number | null): Neighbours => {
  const at = shown === null ? -1 : ids.indexOf(shown);
  if (at < 0) return { previous: null, next: ids[0] ?? null };
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
};

/** The next one, else the one before. */
export const shownAfter = (ids: readonly number[], decided: number): number | null => {
  const { previous, next } = neighboursOf(ids, decided);
  return next ?? previous;
};
