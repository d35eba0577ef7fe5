import { useRef } from 'react';
import { randomKey } from './random-key.ts';

/** Returns the same key for the same content, so that resending after a lost answer has no second effect. */
export const useIdempotencyKey = () => {
  const last = useRef<{ content: string; key: string }>(null);
  return {
    keyFor: (content: string): string => {
      if (last.current?.content !== content) last.current = { content, key: randomKey() };
      return last.current.key;
    },
    /** Sending the same content from now on is a new action. */
    forget: () => {
      last.current = null;
    },
  };
};
