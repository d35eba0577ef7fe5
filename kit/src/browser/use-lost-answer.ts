import { useRef } from 'react';
import { failureKind } from './call.ts';

/**
 * Returns a function that takes each error and returns true if the previous answer was lost: that attempt may have
 * succeeded.
 */
export const useLostAnswer = () => {
  const isLost = useRef(false);
  return (error: unknown): boolean => {
    const before = isLost.current;
    isLost.current = failureKind(error) === 'offline';
    return before;
  };
};
