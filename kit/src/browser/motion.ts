import { useSyncExternalStore } from 'react';

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const never = () => () => undefined;

/** As it was when first rendered. The server knows nothing of the visitor. */
export const usePrefersReducedMotion = (): boolean =>
  useSyncExternalStore(never, prefersReducedMotion, () => false);
