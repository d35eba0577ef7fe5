import { useSyncExternalStore } from 'react';

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const never = () => () => undefined;

/** The value at the first rendering. The server, which knows nothing of the visitor, renders `false`. */
export const usePrefersReducedMotion = (): boolean =>
  useSyncExternalStore(never, prefersReducedMotion, () => false);
