/** From the end of the start: by then the workers and the first pages have loaded what they need. */
const SETTLED_MS = 10_000;

/**
 * Collects once, a tenth of a second long, what only the start needed. Without it the server would hold this memory until its load
 * makes V8 collect. Does nothing unless Node runs with `--expose-gc`.
 */
export const startReleasing = (): { stop(): void } => {
  const timer = setTimeout(() => {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, SETTLED_MS);
  timer.unref();
  return { stop: () => clearTimeout(timer) };
};
