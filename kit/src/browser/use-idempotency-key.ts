import { useRef } from 'react';
import { randomKey } from './random-key.ts';

/** The same key for the same content: what is sent again because its answer was lost is not done twice. */
export const useIdempotencyKey = () => {
  const last = useRef<{ content: string; key: string }>(null);
  return {
    keyFor: (content: string): string => {
      if (last.current?.content !== content) last.current = { content, key: randomKey() };
      return last.current.key;
    },
    /** What is sent from now on is meant anew, though it may be the same. */
    forget: () => {
      last.current = null;
    },
  };
};
